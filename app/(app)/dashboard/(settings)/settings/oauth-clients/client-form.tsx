"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Textarea } from "@/app/_kit/ui/textarea";
import type {
  ClientFormInput,
  ClientFormOutput,
} from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form-values";
import { faultWords } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/fault-words";
import { askableScopes, type OauthScope } from "@/server/oauth/scopes";

const ids = { name: "client-name", redirectUris: "client-redirect-uris", scopes: "client-scopes" };

type Props = {
  start: ClientFormInput;
  /** Submits the form. Errors that it throws are shown at their fields. */
  save: (values: ClientFormOutput) => Promise<unknown>;
  /** The question before unsaved changes are discarded. */
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** Name, redirect URIs and permissions of a client. */
export function ClientForm({ start, save, leaveTitle, buttons }: Props) {
  const t = useTranslations("clients");
  const consent = useTranslations("consent");
  const form = useForm<ClientFormInput, ClientFormOutput>(start, {
    read: async (values) => {
      const { clientForm } = await import(
        "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form-values"
      );
      return readBy(clientForm(t), values);
    },
    fieldOf: fieldAmong(["name", "redirectUris", "scopes"]),
    wordsOf: (path, _fault, words) => faultWords(t, path, words),
    save,
    idOf: (path) => ids[path as keyof typeof ids],
  });
  const { errorAt } = form;
  const { scopes } = form.values;
  const toggle = (scope: OauthScope, on: boolean) =>
    form.change({ scopes: askableScopes.filter((each) => (each === scope ? on : scopes.includes(each))) });

  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Field id={ids.name} label={t("form.name")} help={t("form.nameHelp")} error={errorAt("name")} required>
        <Input {...form.bind("name")} autoComplete="off" />
      </Field>
      <Field
        id={ids.redirectUris}
        label={t("form.redirectUris")}
        help={t("form.redirectUrisHelp")}
        error={errorAt("redirectUris")}
        required
      >
        <Textarea {...form.bind("redirectUris")} mono spellCheck={false} autoComplete="off" />
      </Field>
      <Fieldset id={ids.scopes} legend={t("form.scopes")} error={errorAt("scopes")}>
        {askableScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={consent(`scopes.${scope}.allows`)}
            description={<code className="font-mono">{scope}</code>}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </Fieldset>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
      <LeaveGuard active={form.isDirty} title={leaveTitle} />
    </form>
  );
}
