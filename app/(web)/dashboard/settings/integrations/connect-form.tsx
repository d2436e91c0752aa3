"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { useToast } from "@/app/_ui/toast";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";
import { type FieldName, fieldsOf } from "@/app/(web)/dashboard/settings/integrations/connect-fields";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

type Props = {
  platform: IntegrationPlatform;
  onDone?: () => void;
  buttons: (isPending: boolean) => ReactNode;
};
type Texts = Partial<Record<FieldName, string>>;

/** The credentials of a platform; the provider is asked before they are kept. Never filled in: a secret is not shown again. */
export function ConnectForm({ platform, onDone, buttons }: Props) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const toast = useToast();
  const { values, setValues, send, messages, failure, isPending } = useConnect(platform);
  const fields = fieldsOf[platform];
  const id = (field: FieldName) => `${platform}-${field}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A form inside a dialog: React would hand this on to a form around it, too.
    event.stopPropagation();
    const wrong = await send();
    if (wrong === "failed") return;
    if (wrong !== null) return requestAnimationFrame(() => document.getElementById(id(wrong))?.focus());
    toast.success(t(`platforms.${platform}.done`));
    if (onDone) onDone();
    else router.refresh();
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <ErrorSummary
        errors={fields.flatMap(({ name }) => {
          const message = messages[name];
          return message ? [{ fieldId: id(name), message }] : [];
        })}
      />
      {fields.map(({ name, isSecret }) => (
        <Field
          key={name}
          id={id(name)}
          label={t(`fields.${name}.label`)}
          help={t(`fields.${name}.help`)}
          error={messages[name]}
          required
        >
          <Input
            mono
            type={isSecret ? "password" : "text"}
            // Not a password of this site: nothing to remember, nothing to fill in.
            autoComplete={isSecret ? "one-time-code" : "off"}
            spellCheck={false}
            value={values[name] ?? ""}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
      {failure ? <ErrorPanel error={failure} /> : null}
      {buttons(isPending)}
      <LeaveGuard
        active={!isPending && Object.values(values).some((text) => text !== "")}
        title={t("leave")}
      />
    </form>
  );
}

function useConnect(platform: IntegrationPlatform) {
  const t = useTranslations("integrations.fields");
  const calls = useTRPCClient();
  const [values, setValues] = useState<Texts>({});
  const [messages, setMessages] = useState<Texts>({});
  const [failure, setFailure] = useState<ShownError | null>(null);
  const [isPending, setPending] = useState(false);

  const show = (found: Texts): FieldName | null => {
    setMessages(found);
    return fieldsOf[platform].find(({ name }) => found[name])?.name ?? null;
  };
  const connect = () => {
    const { botToken = "", appId = "", tenantId = "", appPassword = "" } = values;
    if (platform === "slack") return calls.integrations.connectSlack.mutate({ botToken });
    return calls.integrations.connectMicrosoft.mutate({ appId, tenantId, appPassword });
  };
  /** @returns null when it is connected, the first wrong field, or that something else failed */
  const send = async (): Promise<FieldName | "failed" | null> => {
    if (isPending) return "failed";
    setFailure(null);
    setPending(true);
    try {
      // Its rules are loaded when they are needed: few who look at this page connect anything.
      const { faultyFields } = await import("@/app/(web)/dashboard/settings/integrations/connect-faults");
      const wrong = faultyFields(platform, values);
      const first = show(Object.fromEntries(wrong.map((name) => [name, t(`${name}.fault`)])));
      if (first) return first;
      await connect();
      setValues({});
      return null;
    } catch (error) {
      const faults = errorOf(error)?.details?.fields ?? [];
      const field = show(Object.fromEntries(faults.map(({ path, message }) => [path, message])));
      if (field === null) setFailure(shownError(error));
      return field ?? "failed";
    } finally {
      setPending(false);
    }
  };
  return { values, setValues, send, messages, failure, isPending };
}
