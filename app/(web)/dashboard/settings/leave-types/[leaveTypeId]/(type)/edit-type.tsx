"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useTRPCClient } from "@/app/_trpc/client";
import { Card } from "@/app/_ui/card";
import { FormButtons } from "@/app/(web)/dashboard/settings/form-buttons";
import { TypeForm } from "@/app/(web)/dashboard/settings/leave-types/type-form";
import { useSaved } from "@/app/(web)/dashboard/settings/use-saved";
import type { AppRouter } from "@/server/api/trpc";

export type LeaveType = inferRouterOutputs<AppRouter>["leaveTypes"]["get"];

/** The editable settings of a leave type itself. */
export function EditType({ type }: { type: LeaveType }) {
  const t = useTranslations("policies");
  const calls = useTRPCClient();
  const saved = useSaved();
  const { id, name, color, calendarStatus, isPrivate } = type;
  return (
    <Card title={t("form.title")} titleId="type-heading">
      <TypeForm
        start={{ name, color, calendarStatus, isPrivate }}
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
