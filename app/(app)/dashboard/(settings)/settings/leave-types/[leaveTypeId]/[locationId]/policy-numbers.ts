import type { PolicyValues } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { limits } from "@/drizzle/schema/limits";

/** With a comma or a point, at most three decimals. */
export const daysOf = (text: string): number | null =>
  /^\s*\d{1,3}([.,]\d{1,3})?\s*$/.test(text) ? Number(text.trim().replace(",", ".")) : null;

/** A percentage. */
export function rateOf(text: string): number | null {
  const rate = daysOf(text) ?? 0;
  return rate > 0 && rate <= 100 ? rate : null;
}

/** A whole number from 1 on. */
export function monthsOf(text: string, most: number): number | null {
  const months = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  return months >= 1 && months <= most ? months : null;
}

/** Null unless each step is later, and gives more, than the one before. */
export function stepsOf({ tenureSteps }: Pick<PolicyValues, "tenureSteps">, quota: number) {
  const steps = tenureSteps.map((step) => ({
    afterMonths: monthsOf(step.afterMonths, 600) ?? 0,
    quota: daysOf(step.quota) ?? 0,
  }));
  const grows = steps.every((step, place) => {
    const before = steps[place - 1] ?? { afterMonths: 0, quota };
    return step.afterMonths > before.afterMonths && step.quota > before.quota;
  });
  return grows ? steps : null;
}

export function extraOf({ labelDays }: Pick<PolicyValues, "labelDays">) {
  const rows = labelDays.map(({ labelId, days }) => ({ labelId, days: daysOf(days) }));
  return rows.every((row): row is { labelId: string; days: number } => row.days !== null) ? rows : null;
}

/** Whole days, as at a location. */
export const daysAfterOf = (text: string): number | null => {
  const days = Number(text.trim());
  return /^\d{1,3}$/.test(text.trim()) && days <= limits.rolloverDays ? days : null;
};

/** Whole days; 0 for none. */
export function validDaysOf(text: string): number | null {
  const days = text.trim();
  if (days === "") return 0;
  return /^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= limits.creditValidDays
    ? Number(days)
    : null;
}
