"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";
import { ColorField } from "@/app/(app)/dashboard/(settings)/settings/color-field";
import { nameTaken } from "@/app/(app)/dashboard/(settings)/settings/name-taken";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";

export type Label = inferRouterOutputs<AppRouter>["directory"]["labels"]["list"][number];

const idOf = (name: string) => `label-${name}`;
const firstColor = "3b82f6";

/** "Add label". */
export function AddLabel() {
  const t = useTranslations("places.labels");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t("create")}
      </Button>
      <LabelDialog label={null} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

type Props = { label: Label | null; open: boolean; onClose: () => void };

/** Name and colour of a new or existing label. */
export function LabelDialog({ label, open, onClose }: Props) {
  const t = useTranslations("places.labels");
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={label ? t("editTitle", { name: label.name }) : t("create")}
    >
      <LabelForm label={label} onDone={onClose} />
    </Dialog>
  );
}

function LabelForm({ label, onDone }: { label: Label | null; onDone: () => void }) {
  const t = useTranslations("places.labels");
  const words = useTranslations("places");
  const calls = useTRPCClient().directory.labels;
  const saved = useSaved();
  const start = { name: label?.name ?? "", color: label?.color ?? firstColor };
  const form = useForm<typeof start>(start, {
    read: ({ name, color }) =>
      name.trim() === ""
        ? { faults: [{ path: "name", message: t("faults.name") }] }
        : { output: { name: name.trim(), color } },
    fieldOf: (path) => (path === "name" || path === "color" ? path : null),
    faultsOf: (error) => nameTaken(errorOf(error), t("faults.nameTaken")),
    save: async (output) => {
      if (label) await calls.update.mutate({ id: label.id, patch: output });
      else await calls.create.mutate(output);
      onDone();
      saved(t(label ? "saved" : "created"));
    },
    idOf,
  });
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <Field id={idOf("name")} label={t("name")} error={form.errorAt("name")} required>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <ColorField
        id={idOf("color")}
        label={t("color")}
        error={form.errorAt("color")}
        value={form.values.color}
        onChange={(color) => form.change({ color })}
      />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons
        submit={label ? words("save") : t("create")}
        pending={form.isSaving}
        cancel={words("cancel")}
      />
    </form>
  );
}
