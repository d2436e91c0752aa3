"use client";

import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { paths } from "@/app/paths";

type Props = { userId: string | undefined; values: RequestFormValues; preview: LeavePreview | null };

/** The way to correct closed days, which take no leave any more: such as for a sick note that comes late. */
export function LateLeave({ userId, values, preview }: Props) {
  const t = useTranslations("leaves.form");
  const isClosed = preview?.faults.some(({ code }) => code === "PERIOD_CLOSED");
  if (!preview || !isClosed || userId === undefined) return null;
  const { leaveTypeId, startDate, endDate } = values;
  const days = preview.durationWorkingDays;
  return (
    <Note
      title={t("late")}
      actions={
        <LinkButton href={paths.correction(userId, leaveTypeId, { startDate, endDate, days })}>
          {t("enterCorrection")}
        </LinkButton>
      }
    >
      <p>{t("lateText")}</p>
    </Note>
  );
}
