import type { useTranslations } from "next-intl";
import { z } from "zod";
import { timeOfDay } from "@/app/_kit/ui/clock-time";
import { dayParts } from "@/drizzle/schema/values";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Words = ReturnType<typeof useTranslations<"leaves.form">>;

/** Full days, of which the first and the last may be halves; or given hours of each day. */
const parts = ["day", "hours"] as const;

const isTime = (text: string): boolean => timeOfDay(text) !== null;

/** The form's schema; the server has the final check. */
export const requestForm = (t: Words, needReason: ReadonlySet<string>) =>
  z
    .object({
      leaveTypeId: z.string().min(1, t("faults.type")),
      startDate: z.string().refine(isCalendarDate, t("faults.date")),
      endDate: z.string().refine(isCalendarDate, t("faults.date")),
      part: z.enum(parts),
      startPart: z.enum(dayParts),
      endPart: z.enum(dayParts),
      startTime: z.string(),
      endTime: z.string(),
      reason: z.string().trim(),
      overrideReason: z.string().trim(),
    })
    .superRefine(({ leaveTypeId, startDate, endDate, part, startTime, endTime, reason }, context) => {
      const fault = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (startDate && endDate && endDate < startDate) fault("endDate", t("faults.order"));
      if (needReason.has(leaveTypeId) && !reason) fault("reason", t("faults.reason"));
      if (part !== "hours") return;
      if (!isTime(startTime)) fault("startTime", t("faults.time"));
      if (!isTime(endTime)) fault("endTime", t("faults.time"));
      else if (isTime(startTime) && (timeOfDay(endTime) ?? "") <= (timeOfDay(startTime) ?? ""))
        fault("endTime", t("faults.timeOrder"));
    });

export type RequestFormValues = z.input<ReturnType<typeof requestForm>>;
