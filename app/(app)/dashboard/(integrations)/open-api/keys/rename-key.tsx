"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { readBy } from "@/app/_kit/form/read-by";
import { useForm } from "@/app/_kit/form/use-form";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = {
  id: string;
  name: string;
  onDone?: () => void;
  /** Renders the buttons below the field. */
  buttons: (pending: boolean) => ReactNode;
};

/** A form that renames a key. */
export function RenameKeyForm({ id, name, onDone, buttons }: Props) {
  const t = useTranslations("keys");
  const router = useRouter();
  const toast = useToast();
  const { apiKeys } = useTRPCClient();
  const fieldId = useId();
  const form = useForm<{ name: string }, string>(
    { name },
    {
      read: async ({ name: typed }) => {
        const { keyName } = await import("@/app/(app)/dashboard/(integrations)/open-api/keys/key-name");
        return readBy(keyName(t, t("form.empty")), typed, "name");
      },
      fieldOf: () => "name",
      save: async (renamed) => {
        await apiKeys.rename.mutate({ id, name: renamed });
        toast.success(t("rename.done", { name: renamed }));
        router.refresh();
        onDone?.();
      },
      idOf: () => fieldId,
    },
  );
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <Field id={fieldId} label={t("rename.name")} error={form.errorAt("name")} required>
        <Input {...form.bind("name")} autoComplete="off" />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      {buttons(form.isSaving)}
    </form>
  );
}
