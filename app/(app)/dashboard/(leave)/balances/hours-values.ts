import type { useTranslations } from "next-intl";
import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { dateText } from "@/server/kernel/schema";
import { dayNumber } from "@/server/kernel/time/calendar-date";

/** With a comma or a point, at most two decimals. */
const hoursText = /^\d{1,4}([.,]\d{1,2})?$/;
const isDate = (text: string): boolean => dateText.safeParse(text).success;
const numberOf = (text: string): number => Number(text.trim().replace(",", "."));

type Values = { firstDay: string; lastDay: string; hours: string };
const lengthOf = ({ firstDay, lastDay }: Values): number =>
  isDate(firstDay) && isDate(lastDay) ? dayNumber(lastDay) - dayNumber(firstDay) + 1 : 1;

/** The server's rules, with messages that stand alone in an error summary. */
export const hoursForm = (t: ReturnType<typeof useTranslations<"balances.hours">>) =>
  z
    .object({
      firstDay: z.string().refine(isDate, t("faults.firstDay")),
      lastDay: z.string().refine(isDate, t("faults.lastDay")),
      hours: z.string().trim().regex(hoursText, t("faults.hours")),
    })
    .refine((values) => lengthOf(values) >= 1, { path: ["lastDay"], error: t("faults.order") })
    .refine((values) => lengthOf(values) <= limits.hoursWorkedDays, {
      path: ["lastDay"],
      error: t("faults.long", { limit: limits.hoursWorkedDays }),
    })
    .refine(
      (values) => lengthOf(values) < 1 || numberOf(values.hours) <= lengthOf(values) * limits.hoursPerDay,
      {
        path: ["hours"],
        error: t("faults.many"),
      },
    );
