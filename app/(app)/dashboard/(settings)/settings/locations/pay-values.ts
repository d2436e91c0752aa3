import type { PayPeriod } from "@/drizzle/schema/values";

export const payPeriods = ["NONE", "MONTHLY", "WEEKLY", "FORTNIGHTLY"] as const;

/** The form's values of a pay period; the fields of the other kinds have their usual ones. */
export const payValuesOf = (period: PayPeriod | null) => ({
  payPeriod: period?.type ?? ("NONE" as const),
  payMonthDay: period?.type === "MONTHLY" ? String(period.endsOn) : "31",
  payWeekday: period?.type === "WEEKLY" ? String(period.endsOn) : "0",
  payDate: period?.type === "FORTNIGHTLY" ? period.endsOn : "",
});
