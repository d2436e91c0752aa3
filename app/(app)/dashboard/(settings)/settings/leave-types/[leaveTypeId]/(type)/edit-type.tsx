"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { namesToType, TypeForm } from "@/app/(app)/dashboard/(settings)/settings/leave-types/type-form";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import type { AppRouter } from "@/server/api/trpc";

export type LeaveType = inferRouterOutputs<AppRouter>["leaveTypes"]["get"];

/** The editable settings of a leave type itself. */
export function EditType({ type }: { type: LeaveType }) {
  const t = useTranslations("policies");
  const calls = useTRPCClient();
  const saved = useSaved();
  const { id, name, names, color, calendarStatus, unit, ...settings } = type;
  const { isRequestable, isPrivate, interrupts, interruptible, approversSeeFiles, isInPayroll } = settings;
  return (
    <Card title={t("form.title")} titleId="type-heading">
      <TypeForm
        start={{
          ...{ name, names: namesToType(names), color, calendarStatus, unit, wageCode: type.wageCode ?? "" },
          ...{ isRequestable, isPrivate, interrupts, interruptible, approversSeeFiles, isInPayroll },
        }}
        save={async (patch) => {
          await calls.leaveTypes.update.mutate({ id, patch });
          saved(t("saved"));
        }}
        leaveTitle={t("leaveChanges")}
        buttons={(pending) => <FormButtons submit={t("save")} pending={pending} />}
      />
    </Card>
  );
}
