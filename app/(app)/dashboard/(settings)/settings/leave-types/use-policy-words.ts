import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { LeaveUnit } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import { amountIn, figureOf } from "@/server/kernel/time/amount";

export type Policy = inferRouterOutputs<AppRouter>["leaveTypes"]["get"]["policies"][number];

type InUnit = { unit: LeaveUnit };
/** A location, of whose day a policy speaks: not every person works as long. */
export type Place = { id: string; name: string; hoursPerDay: number };

/** The hours of a day of a policy; null where the leave type is shown in days. */
export const hoursPerDayOf = ({ unit }: InUnit, place: Place | undefined): number | null =>
  unit === "HOURS" ? (place?.hoursPerDay ?? null) : null;

/** Summarises a policy in a few words. */
export function usePolicyWords() {
  const t = useTranslations("policies.words");
  const format = useFormatter();
  const quota = (
    { unlimited, yearlyQuota, tenureSteps }: Policy,
    type: InUnit,
    place: Place | undefined,
  ): string => {
    if (unlimited) return t("unlimited");
    const hoursPerDay = hoursPerDayOf(type, place);
    const least = amountIn(yearlyQuota, hoursPerDay);
    const most = tenureSteps.at(-1)?.quota;
    if (most === undefined) return t("days", least);
    const figure = (days: number) => figureOf(amountIn(days, hoursPerDay), format.number, least.unit);
    return t("daysUpTo", { unit: least.unit, least: figure(yearlyQuota), most: figure(most) });
  };
  const rules = ({
    unlimited,
    accrual,
    hoursWorkedRate,
    approvalLevels,
    countMode,
    decidedBy,
    rollover,
  }: Policy): string[] => [
    ...(countMode === "WORKING_DAYS" ? [] : [t(`counted.${countMode}`)]),
    ...(unlimited || accrual === "NONE" ? [] : [t(`accruals.${accrual}`)]),
    ...(unlimited || hoursWorkedRate === null ? [] : [t("byHours")]),
    ...(unlimited || rollover === "NONE" ? [] : [t("carriedOver")]),
    t(approvalLevels === 0 ? "noApproval" : `approvals.${decidedBy}`),
  ];
  return { quota, rules };
}
