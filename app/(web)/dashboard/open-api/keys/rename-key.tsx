"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  id: string;
  name: string;
  onDone?: () => void;
  /** The buttons below the field. */
  buttons: (pending: boolean) => ReactNode;
};

/** The name of a key, to change. */
export function RenameKeyForm({ id, name, onDone, buttons }: Props) {
  const t = useTranslations("keys");
  const router = useRouter();
  const toast = useToast();
  const rename = useMutation(useTRPC().apiKeys.rename.mutationOptions());
  const [value, setValue] = useState(name);
  const [fault, setFault] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (rename.isPending) return;
    const field = event.currentTarget.querySelector("input");
    // Its rules are loaded when they are needed: few who look at keys rename one.
    const { keyName } = await import("@/app/(web)/dashboard/open-api/keys/key-name");
    const parsed = keyName(t, t("form.empty")).safeParse(value);
    setFault(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field?.focus();
    rename.mutate(
      { id, name: parsed.data },
      {
        onSuccess: () => {
          toast.success(t("rename.done", { name: parsed.data }));
          router.refresh();
          onDone?.();
        },
      },
    );
  };
  const serverFault = errorOf(rename.error)?.details?.fields?.[0]?.message;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t("rename.name")} error={fault ?? serverFault} required>
        <Input value={value} onChange={(event) => setValue(event.target.value)} autoComplete="off" />
      </Field>
      {rename.error && !serverFault ? <ErrorPanel error={shownError(rename.error)} /> : null}
      {buttons(rename.isPending)}
    </form>
  );
}
