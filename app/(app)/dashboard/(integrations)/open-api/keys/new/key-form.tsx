"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { readBy } from "@/app/_kit/form/read-by";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type EndpointFacts,
  firstPathOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { expiryOf } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/expiry";
import { ExpiryFields } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/expiry-fields";
import type {
  KeyFormInput,
  KeyFormOutput,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/key-form-values";
import {
  KeySummary,
  reachLimit,
  reachWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/key-summary";
import { ScopePicker, scopesId } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/scope-picker";
import { useShowNewKey } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new-key";
import { paths } from "@/app/paths";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";

export interface KeyFormProps {
  role: Role;
  reachNames: readonly string[];
  baseUrl: string;
  endpoints: readonly EndpointFacts[];
  /** The server's clock at render time. */
  now: Date;
  start: { name: string; description: string; scopes: Scope[]; replacesKeyId?: string };
}

/** "Create API key". */
export function KeyForm({ role, reachNames, baseUrl, endpoints, now, start }: KeyFormProps) {
  const t = useTranslations("keys");
  const names = useFormatter().list(reachNames, "all");
  const router = useRouter();
  const showNewKey = useShowNewKey();
  // Bypasses the query cache on purpose: the response contains the key.
  const calls = useTRPCClient();
  const [done, setDone] = useState(false);
  const save = async ({ name, description, scopes, expiry, date }: KeyFormOutput) => {
    const expiresAt = expiryOf(expiry, date, Date.now()) ?? null;
    const { replacesKeyId } = start;
    const made = await calls.apiKeys.create.mutate({ name, description, scopes, expiresAt, replacesKeyId });
    setDone(true);
    showNewKey({ name, plain: made.plain, baseUrl, firstPath: firstPathOf(endpoints, made.key.scopes) });
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(paths.key(made.key.id));
  };
  const { name, description, scopes: startScopes } = start;
  const form = useForm<KeyFormInput, KeyFormOutput>(
    { name, description, scopes: startScopes, expiry: "90", date: "" },
    {
      read: async (values) => {
        const { keyForm } = await import(
          "@/app/(app)/dashboard/(integrations)/open-api/keys/new/key-form-values"
        );
        return readBy(keyForm(t), values);
      },
      fieldOf: (path) =>
        fieldAmong(["name", "description", "scopes", "date"])(path.replace("expiresAt", "date")),
      save,
      idOf: (path) => (path === "scopes" ? scopesId : `key-${path}`),
    },
  );
  const { errorAt } = form;
  const { scopes, expiry, date } = form.values;

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <ErrorSummary errors={form.summary} />
        <Card>
          <div className="flex flex-col gap-4">
            <Field
              id="key-name"
              label={t("form.name")}
              help={t("form.nameHelp")}
              error={errorAt("name")}
              required
            >
              <Input {...form.bind("name")} autoComplete="off" />
            </Field>
            <Field id="key-description" label={t("form.description")} error={errorAt("description")} optional>
              <Input {...form.bind("description")} autoComplete="off" />
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
          <ScopePicker
            role={role}
            value={scopes}
            onChange={(next) => form.change({ scopes: next })}
            error={errorAt("scopes")}
          />
        </Card>
        <Card>
          <ExpiryFields {...{ expiry, date, now }} form={form} />
        </Card>
      </div>
      <div className="min-w-0 xl:sticky xl:top-19 xl:self-start">
        <KeySummary {...{ role, names, scopes, endpoints }}>
          {form.failure ? <ErrorPanel error={form.failure} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              pending={form.isSaving || done}
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
      <LeaveGuard active={form.isDirty && !done} title={t("form.leave")} />
    </form>
  );
}
