"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { errorOf } from "@/app/_trpc/error-of";
import { Checkbox } from "@/app/_ui/checkbox";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Fieldset } from "@/app/_ui/fieldset";
import { Input } from "@/app/_ui/input";
import { Textarea } from "@/app/_ui/textarea";
import { lazyResolver } from "@/app/(web)/dashboard/lazy-resolver";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import type {
  ClientFormInput,
  ClientFormOutput,
} from "@/app/(web)/dashboard/settings/oauth-clients/client-form-values";
import { type ClientWords, faultWords } from "@/app/(web)/dashboard/settings/oauth-clients/fault-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { type OauthScope, oauthScopes } from "@/server/oauth/scopes";

const ids = { name: "client-name", redirectUris: "client-redirect-uris", scopes: "client-scopes" };
const fields = ["name", "redirectUris", "scopes"] as const;

type Props = {
  start: ClientFormInput;
  /** Sends what was filled in; what it throws is shown at its field. */
  save: (values: ClientFormOutput) => Promise<unknown>;
  /** Asked when somebody leaves with changes. */
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

const resolverOf = (t: ClientWords) =>
  lazyResolver<ClientFormInput, ClientFormOutput>(async () => {
    const [{ zodResolver }, { clientForm }] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/app/(web)/dashboard/settings/oauth-clients/client-form-values"),
    ]);
    return zodResolver(clientForm(t));
  });

/** Name, redirect URIs and permissions of a client. */
export function ClientForm({ start, save, leaveTitle, buttons }: Props) {
  const t = useTranslations("clients");
  const consent = useTranslations("consent");
  const resolver = useMemo(() => resolverOf(t), [t]);
  const form = useForm<ClientFormInput, unknown, ClientFormOutput>({
    resolver,
    defaultValues: start,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const scopes = useWatch({ control: form.control, name: "scopes" });
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [done, setDone] = useState(false);

  const submit = async (values: ClientFormOutput) => {
    setFailure(null);
    try {
      await save(values);
      setDone(true);
    } catch (error) {
      const faults = errorOf(error)?.details?.fields ?? [];
      for (const { path, message } of faults) {
        const field = fields.find((name) => name === path.split(".")[0]);
        if (field) form.setError(field, { message: faultWords(t, path, message) }, { shouldFocus: true });
      }
      if (faults.length === 0) setFailure(shownError(error));
    }
  };
  const toggle = (scope: OauthScope, on: boolean) =>
    form.setValue(
      "scopes",
      oauthScopes.filter((each) => (each === scope ? on : scopes.includes(each))),
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    );

  return (
    <form
      onSubmit={form.handleSubmit(submit, focusScopesIfFirst)}
      noValidate
      autoComplete="off"
      className="flex flex-col gap-5"
    >
      <ErrorSummary errors={summaryOf(errors)} />
      <Field
        id={ids.name}
        label={t("form.name")}
        help={t("form.nameHelp")}
        error={errors.name?.message}
        required
      >
        <Input {...form.register("name")} autoComplete="off" />
      </Field>
      <Field
        id={ids.redirectUris}
        label={t("form.redirectUris")}
        help={t("form.redirectUrisHelp")}
        error={errors.redirectUris?.message}
        required
      >
        <Textarea {...form.register("redirectUris")} mono spellCheck={false} autoComplete="off" />
      </Field>
      <Fieldset id={ids.scopes} legend={t("form.scopes")} error={errors.scopes?.message}>
        {oauthScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={consent(`scopes.${scope}.allows`)}
            description={<code className="font-mono">{scope}</code>}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </Fieldset>
      {failure ? <ErrorPanel error={failure} /> : null}
      {buttons(isSubmitting)}
      <LeaveGuard active={isDirty && !done} title={leaveTitle} />
    </form>
  );
}

/** The form library focuses inputs by itself; the group of permissions is none. */
function focusScopesIfFirst(errors: FieldErrors<ClientFormInput>): void {
  if (errors.scopes && !errors.name && !errors.redirectUris) document.getElementById(ids.scopes)?.focus();
}

const summaryOf = (errors: FieldErrors<ClientFormInput>) =>
  fields.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ fieldId: ids[field], message }] : [];
  });
