import type { useTranslations } from "next-intl";
import { z } from "zod";
import { dateText } from "@/server/kernel/schema";

/** With a comma or a point, at most three decimals. */
const amountText = /^\d{1,4}([.,]\d{1,3})?$/;

/** The server's rules, with messages that stand alone in an error summary. */
export const creditForm = (t: ReturnType<typeof useTranslations<"balances.credit">>) =>
  z
    .object({
      leaveTypeId: z.string().min(1),
      source: z.enum(["TIME_IN_LIEU", "BOUGHT", "GRANTED"]),
      amount: z
        .string()
        .trim()
        .regex(amountText, t("faults.amount"))
        .refine((text) => !/^[0.,]+$/.test(text), t("faults.zero")),
      unit: z.enum(["DAYS", "HOURS"]),
      earnedOn: z.string().refine((text) => dateText.safeParse(text).success, t("faults.earnedOn")),
      expiresOn: z
        .string()
        .refine((text) => text === "" || dateText.safeParse(text).success, t("faults.expiresOn")),
      reason: z.string().trim().min(1, t("faults.reason")),
    })
    .refine(({ earnedOn, expiresOn }) => expiresOn === "" || expiresOn >= earnedOn, {
      path: ["expiresOn"],
      error: t("faults.order"),
    });
