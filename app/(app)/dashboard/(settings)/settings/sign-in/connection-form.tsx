"use client";

import { useTranslations } from "next-intl";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import type { FieldMessage } from "@/app/_kit/form/read-by";
import { type Form, fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { DateField } from "@/app/_kit/ui/date-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  PeopleFields,
  type PeopleValues,
  type Places,
  startOfPeople,
} from "@/app/(app)/dashboard/(settings)/settings/sign-in/people-fields";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import { type ConnectionProvider, connectionProviders } from "@/drizzle/schema/values";
import type { ConnectionView } from "@/server/modules/workspace/connections/present";

interface Values extends PeopleValues {
  provider: ConnectionProvider;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  secretExpiresOn: string;
}

type Props = Places & {
  redirectUri: string;
  logoutUri: string;
  /** The connection to change; without one the form creates it. */
  connection?: ConnectionView;
};

const idOf = (path: string) => `connection-${path}`;
const needed = ["name", "issuer", "clientId"] as const;

const startOf = (connection: ConnectionView | undefined): Values => ({
  provider: connection?.provider ?? "ENTRA",
  name: connection?.name ?? "",
  issuer: connection?.issuer ?? "",
  clientId: connection?.clientId ?? "",
  clientSecret: "",
  secretExpiresOn: connection?.secretExpiresOn ?? "",
  ...startOfPeople(connection),
});

/** Creates or changes the connection. */
function useConnectionForm(connection: ConnectionView | undefined): Form<Values> {
  const t = useTranslations("connections.form");
  const calls = useTRPCClient();
  const saved = useSaved();
  return useForm<Values>(startOf(connection), {
    read: (values) => {
      const missing = [...needed, ...(connection ? [] : (["clientSecret"] as const))];
      const faults: FieldMessage[] = missing
        .filter((path) => values[path].trim() === "")
        .map((path) => ({ path, message: t(`needed.${path}`) }));
      return faults.length > 0 ? { faults } : { output: values };
    },
    fieldOf: fieldAmong([
      "name",
      "issuer",
      "clientId",
      "clientSecret",
      "secretExpiresOn",
      "locationId",
      "departmentId",
    ]),
    idOf,
    // It has a secret, which no draft may keep.
    isForgotten: true,
    save: async ({ provider, clientSecret, secretExpiresOn, locationId, departmentId, ...fields }) => {
      const given = {
        ...fields,
        secretExpiresOn: secretExpiresOn || null,
        locationId: locationId || null,
        departmentId: departmentId || null,
      };
      if (connection) {
        const secret = clientSecret === "" ? {} : { clientSecret };
        await calls.connections.update.mutate({ id: connection.id, ...given, ...secret });
        saved(t("saved"));
      } else {
        const { id } = await calls.connections.create.mutate({ ...given, provider, clientSecret });
        saved(t("created"), paths.connection(id));
      }
    },
  });
}

/** What to do in the provider's console, in its own words. */
function AtProvider({
  provider,
  redirectUri,
  logoutUri,
}: {
  provider: ConnectionProvider;
  redirectUri: string;
  logoutUri: string;
}) {
  const t = useTranslations("connections");
  return (
    <Card title={t("form.there")} titleId="at-provider">
      <div className="flex flex-col gap-3">
        <p>{t(`steps.${provider}.there`)}</p>
        <CopyField label={t("form.redirectUri")} value={redirectUri} copyLabel={t("form.copy")} />
        <p className="wrap-anywhere">{t(`steps.${provider}.back`)}</p>
        <CopyField label={t("form.logoutUri")} value={logoutUri} copyLabel={t("form.copyLogout")} />
        <p className="text-muted">{t("form.logoutHelp")}</p>
      </div>
    </Card>
  );
}

const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

function ClientFields({ form, isNew }: { form: Form<Values>; isNew: boolean }) {
  const t = useTranslations("connections.form");
  const { errorAt } = form;
  return (
    <>
      <Field id={idOf("name")} label={t("name")} help={t("nameHelp")} error={errorAt("name")} required>
        <Input {...form.bind("name")} maxLength={limits.name} autoComplete="off" />
      </Field>
      <Field id={idOf("issuer")} label={t("issuer")} error={errorAt("issuer")} required>
        <Input {...form.bind("issuer")} {...exact} maxLength={limits.issuer} inputMode="url" mono />
      </Field>
      <Field id={idOf("clientId")} label={t("clientId")} error={errorAt("clientId")} required>
        <Input {...form.bind("clientId")} {...exact} maxLength={limits.clientId} mono />
      </Field>
      <Field
        id={idOf("clientSecret")}
        label={t("clientSecret")}
        help={isNew ? t("secretHelp") : t("secretKept")}
        error={errorAt("clientSecret")}
        required={isNew}
      >
        <Input
          {...form.bind("clientSecret")}
          {...exact}
          type="password"
          autoComplete="new-password"
          maxLength={limits.clientSecret}
          mono
        />
      </Field>
      <DateField
        id={idOf("secretExpiresOn")}
        label={t("expires")}
        help={t("expiresHelp")}
        value={form.values.secretExpiresOn}
        onChange={(secretExpiresOn) => form.change({ secretExpiresOn })}
        error={errorAt("secretExpiresOn")}
        className="sm:max-w-72"
      />
    </>
  );
}

/** The wizard of a connection of OpenID Connect: what to copy there, and what to paste here. */
export function ConnectionForm({ redirectUri, logoutUri, locations, departments, connection }: Props) {
  const t = useTranslations("connections");
  const form = useConnectionForm(connection);
  const { provider } = form.values;
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-2xl flex-col gap-5">
      {connection ? null : (
        <Field id={idOf("provider")} label={t("form.provider")} className="sm:max-w-96">
          <Select
            value={provider}
            onChange={(event) => form.change({ provider: event.target.value as ConnectionProvider })}
            options={connectionProviders.map((value) => ({ value, label: t(`provider.${value}`) }))}
          />
        </Field>
      )}
      <AtProvider provider={provider} redirectUri={redirectUri} logoutUri={logoutUri} />
      <Card title={t("form.here")} titleId="in-timeaway">
        <div className="flex flex-col gap-5">
          <ErrorSummary errors={form.summary} />
          <ClientFields form={form} isNew={!connection} />
          <PeopleFields form={form} idOf={idOf} locations={locations} departments={departments} />
          {form.failure ? <ErrorPanel error={form.failure} /> : null}
          <FormButtons
            submit={connection ? t("form.save") : t("form.submit")}
            pending={form.isSaving}
            {...(connection ? {} : { cancel: { label: t("form.cancel"), href: paths.signIn } })}
          />
        </div>
      </Card>
      <LeaveGuard active={form.isDirty} title={t("form.leave")} />
    </form>
  );
}
