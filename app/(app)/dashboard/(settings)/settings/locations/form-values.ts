import type { useTranslations } from "next-intl";
import { z } from "zod";
import { payPeriods } from "@/app/(app)/dashboard/(settings)/settings/locations/pay-values";
import { limits } from "@/drizzle/schema/limits";
import { type PayPeriod, quotaResets, type RolloverExpiry } from "@/drizzle/schema/values";
import { isCalendarDate } from "@/server/kernel/time/date-range";

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
      payPeriod: z.enum(payPeriods),
      payMonthDay: z.string(),
      payWeekday: z.string(),
      payDate: z.string(),
    })
    .refine(({ expiry, expiryDays }) => expiry !== "DAYS_AFTER_RESET" || isDayCount(expiryDays), {
      path: ["expiryDays"],
      error: t("faults.expiryDays", { most: limits.rolloverDays }),
    })
    .refine(({ payPeriod, payDate }) => payPeriod !== "FORTNIGHTLY" || isCalendarDate(payDate), {
      path: ["payDate"],
      error: t("faults.payDate"),
    })
    .transform(
      ({
        expiry,
        expiryDate,
        expiryDays,
        isDefault,
        payPeriod,
        payMonthDay,
        payWeekday,
        payDate,
        ...location
      }) => ({
        ...location,
        payPeriod: payPeriodOf(payPeriod, { payMonthDay, payWeekday, payDate }),
        ...(isDefault && { isDefault }),
        rolloverExpiry: expiryOf(expiry, expiryDate, expiryDays),
      }),
    );

const isDayCount = (text: string): boolean =>
  /^\s*\d{1,3}\s*$/.test(text) && Number(text) <= limits.rolloverDays;

function expiryOf(expiry: (typeof expiries)[number], date: string, days: string): RolloverExpiry | null {
  if (expiry === "NEVER") return null;
  return expiry === "DATE" ? { type: expiry, monthDay: date } : { type: expiry, days: Number(days) };
}

type PayDays = { payMonthDay: string; payWeekday: string; payDate: string };

function payPeriodOf(type: (typeof payPeriods)[number], days: PayDays): PayPeriod | null {
  switch (type) {
    case "NONE":
      return null;
    case "MONTHLY":
      return { type, endsOn: Number(days.payMonthDay) };
    case "WEEKLY":
      return { type, endsOn: Number(days.payWeekday) };
    case "FORTNIGHTLY":
      return { type, endsOn: days.payDate };
  }
}

export type LocationInput = z.input<ReturnType<typeof locationForm>>;
export type LocationOutput = z.output<ReturnType<typeof locationForm>>;
