"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";

type Props = { factor: { id: string; name: string } };

/** "Rename", in a dialog. */
export function RenameFactor({ factor }: Props) {
  const t = useTranslations("settings.secondFactor");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={t("renameOf", { name: factor.name })} onClick={() => setOpen(true)}>
        {t("rename")}
      </Button>
      <Dialog size="sm" open={open} onOpenChange={setOpen} title={t("renameOf", { name: factor.name })}>
        <NameForm factor={factor} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const idOf = (path: string) => `rename-factor-${path}`;

function NameForm({ factor: { id, name }, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  const saved = useSaved();
  const form = useForm<{ name: string }>(
    { name },
    {
      read: (values) => ({ output: { name: values.name.trim() } }),
      fieldOf: fieldAmong(["name"]),
      idOf,
      save: async (output) => {
        await calls.secondFactors.rename.mutate({ id, ...output });
        onDone();
        saved(t("renamed"));
      },
    },
  );
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <Field id={idOf("name")} label={t("name")} error={form.errorAt("name")} required>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={t("save")} pending={form.isSaving} cancel={t("cancel")} />
    </form>
  );
}
