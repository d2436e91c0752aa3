"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { LinkButton } from "@/app/_ui/link-button";
import { lazyResolver } from "@/app/(web)/dashboard/lazy-resolver";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import { type EndpointFacts, firstPathOf } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { expiryOf } from "@/app/(web)/dashboard/open-api/keys/new/expiry";
import { ExpiryFields } from "@/app/(web)/dashboard/open-api/keys/new/expiry-fields";
import type { KeyFormInput, KeyFormOutput } from "@/app/(web)/dashboard/open-api/keys/new/key-form-values";
import { KeySummary } from "@/app/(web)/dashboard/open-api/keys/new/key-summary";
import { ScopePicker, scopesId } from "@/app/(web)/dashboard/open-api/keys/new/scope-picker";
import { useCreateKey } from "@/app/(web)/dashboard/open-api/keys/new/use-create-key";
import { useShowNewKey } from "@/app/(web)/dashboard/open-api/keys/new-key";
import { reachLimit, reachWords } from "@/app/(web)/dashboard/open-api/keys/reach-words";
import type { KeyWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import { paths } from "@/app/(web)/dashboard/paths";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";

export interface KeyFormProps {
  role: Role;
  reachNames: readonly string[];
  baseUrl: string;
  endpoints: readonly EndpointFacts[];
  /** The server's clock when the page was made. */
  now: Date;
  start: { name: string; description: string; scopes: Scope[]; replacesKeyId?: string };
}

const fieldIds = { name: "key-name", description: "key-description", scopes: scopesId, date: "key-date" };

const resolverOf = (t: KeyWords) =>
  lazyResolver<KeyFormInput, KeyFormOutput>(async () => {
    const [{ zodResolver }, { keyForm }] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/app/(web)/dashboard/open-api/keys/new/key-form-values"),
    ]);
    return zodResolver(keyForm(t));
  });

/** "Create API key". */
export function KeyForm({ role, reachNames, baseUrl, endpoints, now, start }: KeyFormProps) {
  const t = useTranslations("keys");
  const names = useFormatter().list(reachNames, "all");
  const resolver = useMemo(() => resolverOf(t), [t]);
  const router = useRouter();
  const showNewKey = useShowNewKey();
  const form = useForm<KeyFormInput, unknown, KeyFormOutput>({
    resolver,
    defaultValues: {
      name: start.name,
      description: start.description,
      scopes: start.scopes,
      expiry: "90",
      date: "",
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const scopes = useWatch({ control: form.control, name: "scopes" });
  const [expiry, date] = useWatch({ control: form.control, name: ["expiry", "date"] });
  const [done, setDone] = useState(false);
  const { create, failure } = useCreateKey(form.setError);

  const submit = async (values: KeyFormOutput) => {
    const expiresAt = expiryOf(values.expiry, values.date, Date.now()) ?? null;
    const { name, description } = values;
    const made = await create({
      name,
      description,
      scopes: values.scopes,
      expiresAt,
      replacesKeyId: start.replacesKeyId,
    });
    if (!made) return;
    setDone(true);
    showNewKey({ name, plain: made.plain, baseUrl, firstPath: firstPathOf(endpoints, made.key.scopes) });
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(paths.key(made.key.id));
  };
  const setScopes = (next: Scope[]) =>
    form.setValue("scopes", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  return (
    <form
      onSubmit={form.handleSubmit(submit, focusScopesIfFirst)}
      noValidate
      className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <ErrorSummary errors={summaryOf(errors)} />
        <Card>
          <div className="flex flex-col gap-4">
            <Field
              id={fieldIds.name}
              label={t("form.name")}
              help={t("form.nameHelp")}
              error={errors.name?.message}
              required
            >
              <Input {...form.register("name")} autoComplete="off" />
            </Field>
            <Field
              id={fieldIds.description}
              label={t("form.description")}
              error={errors.description?.message}
              optional
            >
              <Input {...form.register("description")} autoComplete="off" />
            </Field>
          </div>
        </Card>
        <Card title={t("form.reach")} titleId="reach-heading">
          <p className="max-w-[70ch] text-pretty">
            {t.rich("form.reaches", {
              reach: reachWords(t, role, names),
              strong: (words) => <strong className="font-semibold">{words}</strong>,
            })}{" "}
            <span className="text-muted">{reachLimit(t, role)}</span>
          </p>
        </Card>
        <Card title={<span id="scopes-heading">{t("form.scopes")}</span>} description={t("form.scopesNote")}>
          <ScopePicker role={role} value={scopes} onChange={setScopes} error={errors.scopes?.message} />
        </Card>
        <Card>
          <ExpiryFields {...{ expiry, date, now, errors }} register={form.register} />
        </Card>
      </div>
      <div className="min-w-0 xl:sticky xl:top-19 xl:self-start">
        <KeySummary {...{ role, names, scopes, endpoints }}>
          {failure ? <ErrorPanel error={failure} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              pending={isSubmitting || done}
              className="grow whitespace-nowrap"
            >
              {t("create")}
            </Button>
            <LinkButton href={paths.keys} variant="ghost">
              {t("cancel")}
            </LinkButton>
          </div>
        </KeySummary>
      </div>
      <LeaveGuard active={isDirty && !done} title={t("form.leave")} />
    </form>
  );
}

/** The form library focuses inputs by itself; the group of scopes is none. */
function focusScopesIfFirst(errors: FieldErrors<KeyFormInput>): void {
  if (!errors.scopes || errors.name || errors.description) return;
  document.getElementById(scopesId)?.focus();
}

const summaryOf = (errors: FieldErrors<KeyFormInput>) =>
  (["name", "description", "scopes", "date"] as const).flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ fieldId: fieldIds[field], message }] : [];
  });
