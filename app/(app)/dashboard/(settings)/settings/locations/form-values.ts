import type { useTranslations } from "next-intl";
import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { quotaResets, type RolloverExpiry } from "@/drizzle/schema/values";

type Words = ReturnType<typeof useTranslations<"places.locations.form">>;

export const expiries = ["NEVER", "DATE", "DAYS_AFTER_RESET"] as const;

const numberOf = (text: string): number => Number(text.trim().replace(",", "."));

/** The server's rules, with messages that stand alone in an error summary. */
export const locationForm = (t: Words) =>
  z
    .object({
      name: z.string().trim().min(1, t("faults.name")),
      timezone: z.string(),
      isDefault: z.boolean(),
      firstDayOfWeek: z.string().transform(Number),
      workWeek: z.array(z.int()).min(1, t("faults.workWeek")),
      hoursPerDay: z
        .string()
        .regex(/^\s*\d{1,2}([.,]\d{1,2})?\s*$/, t("faults.hoursPerDay"))
        .transform(numberOf)
        .refine((hours) => hours > 0 && hours <= limits.hoursPerDay, t("faults.hoursPerDay")),
      quotaReset: z.enum(quotaResets),
      yearStart: z.string(),
      expiry: z.enum(expiries),
      expiryDate: z.string(),
      expiryDays: z.string(),
    })
    .refine(({ expiry, expiryDays }) => expiry !== "DAYS_AFTER_RESET" || isDayCount(expiryDays), {
      path: ["expiryDays"],
      error: t("faults.expiryDays", { most: limits.rolloverDays }),
    })
    .transform(({ expiry, expiryDate, expiryDays, isDefault, ...location }) => ({
      ...location,
      ...(isDefault && { isDefault }),
      rolloverExpiry: expiryOf(expiry, expiryDate, expiryDays),
    }));

const isDayCount = (text: string): boolean =>
  /^\s*\d{1,3}\s*$/.test(text) && Number(text) <= limits.rolloverDays;

function expiryOf(expiry: (typeof expiries)[number], date: string, days: string): RolloverExpiry | null {
  if (expiry === "NEVER") return null;
  return expiry === "DATE" ? { type: expiry, monthDay: date } : { type: expiry, days: Number(days) };
}

export type LocationInput = z.input<ReturnType<typeof locationForm>>;
export type LocationOutput = z.output<ReturnType<typeof locationForm>>;
