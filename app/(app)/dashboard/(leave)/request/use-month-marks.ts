import { useFormatter, useTranslations } from "next-intl";
import { minutesOn } from "@/app/_kit/form/work-days";
import type { UseMarks } from "@/app/_kit/ui/date-marks";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { touchesDays } from "@/server/kernel/time/date-range";

/** A rule that leave of a type on a day would break. */
type Hit = { date: string; name: string; effect: "BLOCK" | "WARN" } & Record<
  "leaveTypeIds" | "ignoredLeaveTypeIds",
  readonly string[]
>;

const judges = ({ leaveTypeIds, ignoredLeaveTypeIds }: Hit, leaveTypeId: string): boolean =>
  (leaveTypeIds.length === 0 || leaveTypeIds.includes(leaveTypeId)) &&
  !ignoredLeaveTypeIds.includes(leaveTypeId);

/**
 * The marks of an employee's month in an open calendar.
 * @param userId undefined for the signed-in user
 * @param leaveTypeId leave of this type is judged by the rules that are marked
 */
export function useMonthMarks(
  userId: string | undefined,
  leaveTypeId: string,
  month: Parameters<UseMarks>[0],
) {
  const t = useTranslations("leaves.month");
  const format = useFormatter();
  const asked = { userId, startDate: month.first, endDate: month.last };
  const data = useAnswer(asked, useTRPCClient().leaves.month.query, { pauseMs: 0 }).shown?.found;
  // During an upgrade, an older process answers without them.
  const hits: readonly Hit[] = data?.ruled?.filter((hit) => judges(hit, leaveTypeId)) ?? [];
  const ruleOn = (date: string): string | null => {
    const here = hits.filter((hit) => hit.date === date);
    const rules = format.list([...new Set(here.map(({ name }) => name))], "all");
    if (here.length === 0) return null;
    return t(here.some(({ effect }) => effect === "BLOCK") ? "blocked" : "warned", { rules });
  };
  const of = (date: string) => {
    if (!data) return undefined;
    const holiday = data.holidays.find((one) => one.date === date);
    const booked = data.leaves.find((one) => touchesDays(one, date));
    const away = data.away.find((one) => one.date === date);
    const state = booked?.status === "OPEN" ? "open" : "approved";
    const rule = ruleOn(date);
    const rest = away ? away.count - away.names.length : 0;
    const names = away && rest > 0 ? [...away.names, t("more", { count: rest })] : away?.names;
    return {
      isFree: minutesOn(data, date) === 0,
      ...(holiday && { holiday: t(holiday.isHalfDay ? "halfHoliday" : "holiday", { name: holiday.name }) }),
      ...(booked && { own: t(state, { type: booked.typeName ?? t("leave") }) }),
      ...(names && { away: t("away", { names: format.list(names, "all") }) }),
      ...(rule && { rule }),
    };
  };
  return {
    of,
    firstDayOfWeek: data?.firstDayOfWeek ?? 1,
    legend: data
      ? {
          holiday: t("legend.holiday"),
          own: t(userId ? "legend.leave" : "legend.own"),
          away: t("legend.away"),
          ...(hits.length > 0 && { rule: t("legend.rule") }),
        }
      : null,
  };
}
