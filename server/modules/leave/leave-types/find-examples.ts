import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import {
  monthStarts,
  type YearSettings,
  yearContaining,
} from "@/server/modules/leave/balances/accounting-year";
import { accruedOn } from "@/server/modules/leave/balances/accrual";
import { termsOf } from "@/server/modules/leave/balances/terms";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { LeavePolicyRow } from "./get-leave-type";

/** What a policy gives someone who starts in the middle of the current accounting year. */
export interface PolicyExample {
  locationId: string;
  startsOn: DayNumber;
  /** The quota of the accounting year that contains the first day. */
  firstYear: Thousandths;
  /** The quota of the year after. */
  nextYear: Thousandths;
  /** The first year's quota of those who start with each of the current year's months. */
  byMonth: { startsOn: DayNumber; quota: Thousandths }[];
}

/** Days from the first of a month to its middle. */
const halfMonthDays = 14;

/** An example for each policy with a quota, by the code that computes balances. */
export async function findExamples(ctx: Ctx, policies: readonly LeavePolicyRow[]): Promise<PolicyExample[]> {
  const { id, quotaReset, yearStart, rolloverExpiry } = locations;
  const rows = await scoped(workspaceOf(ctx.actor), locations)
    .select(ctx.db, { id, quotaReset, yearStart, rolloverExpiry })
    .where(
      isAnyOf(
        locations.id,
        policies.map(({ locationId }) => locationId),
      ),
    );
  const places = new Map(rows.map((row) => [row.id, row]));
  const today = dayNumber(utcDay(ctx.now()));
  return policies.flatMap((policy) => {
    const place = places.get(policy.locationId);
    if (!place || policy.unlimited) return [];
    const years = { ...place, knownSince: today, employment: { start: null, end: null } };
    return [exampleOf(ctx, policy, years, today)];
  });
}

function exampleOf(
  { actor }: Ctx,
  policy: LeavePolicyRow,
  years: YearSettings,
  today: DayNumber,
): PolicyExample {
  const terms = termsOf({ ...policy, leaveTypeId: "", beginsOn: null, typeBeginsOn: null }, actor.plan, []);
  const quotasFrom = (start: DayNumber) => {
    const own = { ...years, employment: { start, end: null } };
    const first = yearContaining(own, start);
    const next = yearContaining(own, first.end + 1);
    return [first, next].map((year) => accruedOn(year, terms, own.employment, year.end));
  };
  const months = monthStarts(yearContaining(years, today));
  const startsOn = (months[5] ?? today) + halfMonthDays;
  const [firstYear = 0, nextYear = 0] = quotasFrom(startsOn);
  const byMonth = months.map((start) => ({ startsOn: start, quota: quotasFrom(start)[0] ?? 0 }));
  return { locationId: policy.locationId, startsOn, firstYear, nextYear, byMonth };
}
