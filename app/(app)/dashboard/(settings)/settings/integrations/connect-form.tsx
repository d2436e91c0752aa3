"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { useForm } from "@/app/_kit/form/use-form";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type FieldName,
  fieldsOf,
} from "@/app/(app)/dashboard/(settings)/settings/integrations/connect-fields";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

type Props = {
  platform: IntegrationPlatform;
  onDone?: () => void;
  buttons: (isPending: boolean) => ReactNode;
};

const empty: Record<FieldName, string> = { botToken: "", appId: "", tenantId: "", appPassword: "" };

/** The credentials of a platform. The provider verifies them before they are stored. Never prefilled: a secret is not shown again. */
export function ConnectForm({ platform, onDone, buttons }: Props) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const fields = fieldsOf[platform];
  const id = (field: string) => `${platform}-${field}`;
  const form = useForm<typeof empty>(empty, {
    read: async (values) => {
      const { faultyFields } = await import(
        "@/app/(app)/dashboard/(settings)/settings/integrations/connect-faults"
      );
      const faults = faultyFields(platform, values).map((name) => ({
        path: name,
        message: t(`fields.${name}.fault`),
      }));
      return faults.length > 0 ? { faults } : { output: values };
    },
    fieldOf: (path) => fields.find(({ name }) => name === path)?.name ?? null,
    save: async ({ botToken, ...ofMicrosoft }) => {
      if (platform === "slack") await calls.integrations.connectSlack.mutate({ botToken });
      else await calls.integrations.connectMicrosoft.mutate(ofMicrosoft);
      toast.success(t(`platforms.${platform}.done`));
      if (onDone) onDone();
      else router.refresh();
    },
    idOf: id,
    isForgotten: true,
  });
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      {fields.map(({ name, isSecret }) => (
        <Field
          key={name}
          id={id(name)}
          label={t(`fields.${name}.label`)}
          help={t(`fields.${name}.help`)}
          error={form.errorAt(name)}
          required
        >
          <Input
            mono
            type={isSecret ? "password" : "text"}
            // Not a password of this site: nothing to remember or autofill.
            autoComplete={isSecret ? "one-time-code" : "off"}
            spellCheck={false}
            {...form.bind(name)}
          />
        </Field>
      ))}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
      <LeaveGuard active={form.isDirty && !form.isSaving} title={t("leave")} />
    </form>
  );
}
