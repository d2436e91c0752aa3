"use client";

import { useFormatter, useTranslations } from "next-intl";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import type { FieldMessage } from "@/app/_kit/form/read-by";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Select } from "@/app/_kit/ui/select";
import { Textarea } from "@/app/_kit/ui/textarea";
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
import { type SamlProvider, samlProviders } from "@/drizzle/schema/values";
import type { ConnectionView } from "@/server/modules/workspace/connections/present";

interface Values extends PeopleValues {
  provider: SamlProvider;
  name: string;
  metadata: string;
  certificate: string;
  nextCertificate: string;
}

type Props = Places & {
  acsUrl: string;
  entityId: string;
  /** The connection to change; without one the form creates it. */
  connection?: ConnectionView;
};

const idOf = (path: string) => `saml-${path}`;
const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

const startOf = (connection: ConnectionView | undefined): Values => ({
  provider: samlProviders.find((one) => one === connection?.provider) ?? "ENTRA",
  name: connection?.name ?? "",
  metadata: "",
  certificate: connection?.signingCertificates[0] ?? "",
  nextCertificate: connection?.signingCertificates[1] ?? "",
  ...startOfPeople(connection),
});

const fields = ["name", "metadata", "certificate", "nextCertificate", "locationId", "departmentId"];

/** The server has one list of certificates. */
const fieldOf = (path: string): string | null => {
  const [name = "", index] = path.split(".");
  if (name === "signingCertificates") return index === "1" ? "nextCertificate" : "certificate";
  return fields.includes(name) ? name : null;
};

/** Creates or changes the connection. */
function useSamlForm(connection: ConnectionView | undefined): Form<Values> {
  const t = useTranslations("connections");
  const calls = useTRPCClient();
  const saved = useSaved();
  const start = startOf(connection);
  return useForm<Values>(start, {
    read: (values) => {
      const faults: FieldMessage[] = [];
      if (values.name.trim() === "") faults.push({ path: "name", message: t("form.needed.name") });
      if (!connection && values.metadata.trim() === "")
        faults.push({ path: "metadata", message: t("saml.needed.metadata") });
      if (connection && values.certificate.trim() === "")
        faults.push({ path: "certificate", message: t("saml.needed.certificate") });
      return faults.length > 0 ? { faults } : { output: values };
    },
    fieldOf,
    idOf,
    isForgotten: true,
    save: async ({ provider, metadata, certificate, nextCertificate, locationId, departmentId, ...more }) => {
      const given = { ...more, locationId: locationId || null, departmentId: departmentId || null };
      if (connection) {
        const isChanged = certificate !== start.certificate || nextCertificate !== start.nextCertificate;
        await calls.connections.updateSaml.mutate({
          ...{ id: connection.id, ...given },
          ...(metadata.trim() !== "" && { metadata }),
          ...(isChanged && {
            signingCertificates: [certificate, nextCertificate].filter((one) => one.trim() !== ""),
          }),
        });
        saved(t("form.saved"));
      } else {
        const { id } = await calls.connections.createSaml.mutate({ ...given, provider, metadata });
        saved(t("form.created"), paths.connection(id));
      }
    },
  });
}

/** What to do in the provider's console, in its own words. */
function AtProvider({
  provider,
  acsUrl,
  entityId,
}: Pick<Props, "acsUrl" | "entityId"> & Pick<Values, "provider">) {
  const t = useTranslations("connections");
  return (
    <Card title={t("form.there")} titleId="at-provider">
      <div className="flex flex-col gap-3">
        <p>{t(`samlSteps.${provider}.there`)}</p>
        <CopyField label={t("saml.acsUrl")} value={acsUrl} copyLabel={t("saml.copyAcsUrl")} />
        <CopyField label={t("saml.entityId")} value={entityId} copyLabel={t("saml.copyEntityId")} />
        <p className="text-muted">{t("saml.entityIdHelp")}</p>
        <p className="wrap-anywhere">{t(`samlSteps.${provider}.back`)}</p>
      </div>
    </Card>
  );
}

function useExpiry(days: readonly string[]): (index: number) => string | undefined {
  const t = useTranslations("connections.saml");
  const format = useFormatter();
  return (index) => {
    const day = days[index];
    if (!day) return undefined;
    const at = new Date(`${day}T00:00:00Z`);
    const on = format.dateTime(at, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
    return t("expires", { on });
  };
}

function ProviderFields({
  form,
  connection,
}: {
  form: Form<Values>;
  connection: ConnectionView | undefined;
}) {
  const t = useTranslations("connections");
  const expiry = useExpiry(connection?.certificatesExpireOn ?? []);
  const { errorAt } = form;
  const certificates = [
    { name: "certificate", label: t("saml.certificate"), help: expiry(0) },
    { name: "nextCertificate", label: t("saml.nextCertificate"), help: expiry(1) ?? t("saml.nextHelp") },
  ] as const;
  return (
    <>
      <Field
        id={idOf("name")}
        label={t("form.name")}
        help={t("form.nameHelp")}
        error={errorAt("name")}
        required
      >
        <Input {...form.bind("name")} maxLength={limits.name} autoComplete="off" />
      </Field>
      {connection ? (
        <CopyField label={t("saml.idp")} value={connection.issuer} copyLabel={t("saml.copyIdp")} />
      ) : null}
      <Field
        id={idOf("metadata")}
        label={t("saml.metadata")}
        help={connection ? t("saml.metadataKept") : t("saml.metadataHelp")}
        error={errorAt("metadata")}
        required={!connection}
      >
        <Textarea
          {...form.bind("metadata")}
          {...exact}
          maxLength={limits.samlMetadata}
          className="max-h-60"
          mono
        />
      </Field>
      {connection
        ? certificates.map(({ name, label, help }) => (
            <Field
              key={name}
              id={idOf(name)}
              label={label}
              help={help}
              error={errorAt(name)}
              required={name === "certificate"}
            >
              <Textarea
                {...form.bind(name)}
                {...exact}
                maxLength={limits.signingCertificate}
                className="max-h-40"
                mono
              />
            </Field>
          ))
        : null}
    </>
  );
}

/** The wizard of a SAML connection: what to copy there, and what to paste here. */
export function SamlForm({ acsUrl, entityId, locations, departments, connection }: Props) {
  const t = useTranslations("connections");
  const form = useSamlForm(connection);
  const { provider } = form.values;
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-2xl flex-col gap-5">
      {connection ? null : (
        <Field id={idOf("provider")} label={t("form.provider")} className="sm:max-w-96">
          <Select
            value={provider}
            onChange={(event) => form.change({ provider: event.target.value as SamlProvider })}
            options={samlProviders.map((value) => ({ value, label: t(`provider.${value}`) }))}
          />
        </Field>
      )}
      <AtProvider provider={provider} acsUrl={acsUrl} entityId={entityId} />
      <Card title={t("form.here")} titleId="in-timeaway">
        <div className="flex flex-col gap-5">
          <ErrorSummary errors={form.summary} />
          <ProviderFields form={form} connection={connection} />
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
