import type { useTranslations } from "next-intl";
import { z } from "zod";
import { partsOf } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import { limits } from "@/drizzle/schema/limits";
import { dayParts } from "@/drizzle/schema/values";
import { dateText } from "@/server/kernel/schema";

export type CompanyLeaveWords = ReturnType<typeof useTranslations<"companyLeave.form">>;

/** The server's rules, with messages that stand alone in an error summary. */
export const companyLeaveForm = (t: CompanyLeaveWords) =>
  z
    .object({
      name: z.string().trim().min(1, t("nameNeeded")).max(limits.name),
      leaveTypeId: z.string().min(1, t("typeNeeded")),
      startDate: z.string().refine((text) => dateText.safeParse(text).success, t("startNeeded")),
      endDate: z.string().refine((text) => dateText.safeParse(text).success, t("endNeeded")),
      startPart: z.enum(dayParts),
      endPart: z.enum(dayParts),
      locationIds: z.array(z.string()),
      departmentIds: z.array(z.string()),
      labelIds: z.array(z.string()),
      exemptLabelIds: z.array(z.string()),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, { path: ["endDate"], error: t("inOrder") })
    .transform((values) => ({ ...values, ...partsOf(values) }));

export type CompanyLeaveValues = z.input<ReturnType<typeof companyLeaveForm>>;
