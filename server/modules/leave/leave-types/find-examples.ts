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
import { balanceOn, type Terms } from "@/server/modules/leave/balances/policy";
import { termsOf } from "@/server/modules/leave/balances/terms";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { LeavePolicyRow } from "./get-leave-type";

/** What a policy gives someone who starts in the middle of the current accounting year. */
export interface PolicyExample extends TwoYears {
  locationId: string;
  startsOn: DayNumber;
  /** The accounting years after that whose quota is another than that of the year before. */
  later: { startsOn: DayNumber; quota: Thousandths }[];
  /** The first year's quota of those who start with each of the current year's months. */
  byMonth: { startsOn: DayNumber; quota: Thousandths }[];
  /** The same someone with each label that gives days. */
  byLabel: (TwoYears & { labelId: string })[];
  /** What is carried over of days left at the end of the current year. */
  carried: CarriedExample | null;
}

interface CarriedExample {
  yearEnd: DayNumber;
  left: Thousandths;
  days: Thousandths;
  expiresOn: DayNumber | null;
}

interface TwoYears {
  /** The quota of the accounting year that contains the first day. */
  firstYear: Thousandths;
  /** The quota of the year after. */
  nextYear: Thousandths;
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
  const whole = { ...policy, leaveTypeId: "", beginsOn: null, typeBeginsOn: null };
  const termsWith = (labelIds: string[]) =>
    termsOf(whole, actor.plan, { entitlements: [], labelIds, notices: [], today: years.knownSince });
  const months = monthStarts(yearContaining(years, today));
  const startsOn = (months[5] ?? today) + halfMonthDays;
  const quotas = (start: DayNumber, count: number, labelIds: string[] = []) =>
    quotasFrom({ ...years, employment: { start, end: null } }, termsWith(labelIds), count);
  const twoYears = (labelIds: string[] = []): TwoYears => {
    const [first, next] = quotas(startsOn, 2, labelIds);
    return { firstYear: first?.quota ?? 0, nextYear: next?.quota ?? 0 };
  };
  const most = policy.tenureSteps.at(-1)?.afterMonths ?? 0;
  // The year after the one in which the last step is reached is the last that can differ.
  const all = quotas(startsOn, Math.ceil(most / 12) + 3);
  return {
    ...{ locationId: policy.locationId, startsOn, ...twoYears() },
    later: all.filter(({ quota }, place) => place > 1 && quota !== all[place - 1]?.quota),
    byMonth: months.map((start) => ({ startsOn: start, quota: quotas(start, 1)[0]?.quota ?? 0 })),
    byLabel: policy.labelDays.map(({ labelId }) => ({ labelId, ...twoYears([labelId]) })),
    carried: carriedOf(years, termsWith([])),
  };
}

/** Of five days left, or of two more than are carried at most. */
function carriedOf(years: YearSettings, terms: Terms): CarriedExample | null {
  if (terms.rollover === "NONE") return null;
  const left = terms.rolloverMaximum === null ? 5000 : terms.rolloverMaximum + 2000;
  const year = yearContaining(years, years.knownSince);
  const granted: Terms = {
    ...{
      ...terms,
      yearlyQuota: left,
      accrual: "NONE",
      accrualCap: null,
      steps: [],
      extra: 0,
      carryUse: "FIRST",
    },
    ...{ firstYear: "BY_DAY", firstYearMonths: null },
  };
  const next = balanceOn(years, granted, [], year.end + 1);
  const { carriedOver: days, carriedOverExpiresOn: expiresOn } = next;
  return { yearEnd: year.end, left, days, expiresOn };
}

/** The quotas of so many accounting years, from the first of employment on. */
function quotasFrom(settings: YearSettings, terms: Terms, count: number) {
  const quotas: PolicyExample["later"] = [];
  let year = yearContaining(settings, settings.employment.start ?? settings.knownSince);
  for (let place = 0; place < count; place++) {
    quotas.push({ startsOn: year.start, quota: accruedOn(year, terms, settings.employment, year.end) });
    year = yearContaining(settings, year.end + 1);
  }
  return quotas;
}
