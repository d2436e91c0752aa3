import type { useTranslations } from "next-intl";
import { z } from "zod";
import { acts, isCorrecting } from "@/app/(app)/dashboard/(leave)/balances/adjust-acts";
import { dateText } from "@/server/kernel/schema";

/** With a comma or a point, at most three decimals. */
const dayCount = /^\d{1,4}([.,]\d{1,3})?$/;

const isDate = (text: string): boolean => dateText.safeParse(text).success;

/** The server's rules, with messages that stand alone in an error summary. */
export const adjustForm = (t: ReturnType<typeof useTranslations<"balances.adjust">>) =>
  z
    .object({
      leaveTypeId: z.string().min(1),
      act: z.enum(acts),
      days: z.string().trim(),
      expiresOn: z.string().refine((text) => text === "" || isDate(text), t("faults.expiresOn")),
      correctsFrom: z.string(),
      correctsTo: z.string(),
      effectiveDate: z.string().refine(isDate, t("faults.from")),
      note: z.string().trim().min(1, t("faults.note")),
    })
    .refine(({ act, days }) => act === "carry" || dayCount.test(days), {
      path: ["days"],
      error: t("faults.days"),
    })
    .refine(
      ({ act, days }) => act === "carry" || act === "quota" || act === "opening" || !/^[0.,]+$/.test(days),
      {
        path: ["days"],
        error: t("faults.zero"),
      },
    )
    .refine((values) => !isCorrecting(values.act) || isDate(values.correctsFrom), {
      path: ["correctsFrom"],
      error: t("faults.corrects"),
    })
    .refine((values) => !isCorrecting(values.act) || isDate(values.correctsTo), {
      path: ["correctsTo"],
      error: t("faults.corrects"),
    });
