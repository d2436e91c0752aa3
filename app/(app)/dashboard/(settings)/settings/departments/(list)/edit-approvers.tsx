"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  ApproverFields,
  approversFieldOf,
  approversIn,
  approversOf,
  findTwice,
} from "@/app/(app)/dashboard/(settings)/settings/departments/approvers-field";
import type { Approver, Approvers } from "@/app/(app)/dashboard/(settings)/settings/departments/form-values";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";

type Props = {
  department: { id: string; name: string; approvers: readonly (Approver & { level: number })[] };
  hasLevel2: boolean;
};

/** "Choose approvers" in a row of the departments. */
export function EditApprovers({ department, hasLevel2 }: Props) {
  const t = useTranslations("places.departments.approvers");
  const [open, setOpen] = useState(false);
  const { name } = department;
  return (
    <>
      <Button size="sm" variant="secondary" className="sm:whitespace-nowrap" onClick={() => setOpen(true)}>
        <span aria-hidden>{t("choose")}</span>
        <VisuallyHidden>{t("chooseFor", { name })}</VisuallyHidden>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("title", { name })}>
        <ApproversForm department={department} hasLevel2={hasLevel2} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ApproversForm({ department, hasLevel2, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("places.departments");
  const words = useTranslations("places");
  const calls = useTRPCClient().directory.departments;
  const saved = useSaved();
  const { id } = department;
  const idOf = (path: string) => `approvers-${id}-${path}`;
  const form = useForm<Approvers, Approvers>(approversIn(department.approvers), {
    read: (levels) => {
      const twice = findTwice(levels);
      return twice
        ? { faults: [{ path: "level2", message: t("form.faults.twice", { name: twice.name }) }] }
        : { output: levels };
    },
    fieldOf: (path, levels) => (path.startsWith("approvers") ? approversFieldOf(path, levels) : null),
    save: async (levels) => {
      await calls.update.mutate({ id, patch: { approvers: approversOf(levels) } });
      onDone();
      saved(t("approvers.saved"));
    },
    idOf,
  });
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <ApproverFields form={form} idOf={idOf} hasLevel2={hasLevel2} />
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={words("save")} pending={form.isSaving} cancel={words("cancel")} />
    </form>
  );
}
