import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { toHundredths } from "@/server/kernel/time/amount";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import {
  monthStarts,
  type YearSettings,
  yearContaining,
} from "@/server/modules/leave/balances/accounting-year";
import { accruedOn, earnedBy } from "@/server/modules/leave/balances/accrual";
import { balanceOn, type Terms } from "@/server/modules/leave/balances/policy";
import { termsOf } from "@/server/modules/leave/balances/terms";
import { averageMinutes } from "@/server/modules/leave/calendars/hours";
import type { Entitlement } from "@/server/modules/leave/calendars/read-employee";
import {
  minutesOn,
  type Thousandths,
  toDays,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
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
  /** What 52 of the location's weeks give, where the policy has a rate of hours worked. */
  worked: WorkedExample | null;
}

interface WorkedExample {
  hoursPerWeek: number;
  days: Thousandths;
  hours: number;
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
  const { id, quotaReset, yearStart, rolloverExpiry, workWeek, hoursPerDay } = locations;
  const rows = await scoped(workspaceOf(ctx.actor), locations)
    .select(ctx.db, { id, quotaReset, yearStart, rolloverExpiry, workWeek, hoursPerDay })
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
    const calendar = { workWeek: place.workWeek, hoursPerDay: place.hoursPerDay, holidays: [] };
    return [{ ...exampleOf(ctx, policy, years, today), worked: workedOf(ctx, policy, years, calendar) }];
  });
}

function exampleOf(
  { actor }: Ctx,
  policy: LeavePolicyRow,
  years: YearSettings,
  today: DayNumber,
): Omit<PolicyExample, "worked"> {
  const whole = wholeOf(policy);
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

const wholeOf = (policy: LeavePolicyRow) => ({
  ...{ ...policy, leaveTypeId: "", beginsOn: null, typeBeginsOn: null },
});

/** What someone earns who works the location's weeks for a year. */
function workedOf(
  { actor }: Ctx,
  policy: LeavePolicyRow,
  years: YearSettings,
  calendar: WorkCalendar,
): WorkedExample | null {
  const year = yearContaining(years, years.knownSince);
  const minutesPerDay = averageMinutes(calendar, year.start);
  const week = Array.from({ length: 7 }, (_, place) => minutesOn(calendar, year.start + place));
  const hoursPerWeek = toHundredths(week.reduce((sum, minutes) => sum + minutes, 0) / 60);
  if (policy.hoursWorkedRate === null || hoursPerWeek === 0) return null;
  const entitlements = Array.from({ length: 52 }, (_, place): Entitlement => {
    const effectiveDate = dayText(year.start + 7 * place + 6);
    const worked = { hours: hoursPerWeek, minutesPerDay };
    return { id: "", leaveTypeId: null, kind: "WORKED", days: 0, effectiveDate, note: "", worked };
  });
  const own = { entitlements, labelIds: [], notices: [], today: years.knownSince };
  const terms = { ...termsOf(wholeOf(policy), actor.plan, own), accrualCap: null };
  const { worked: days } = earnedBy(year, terms, years.employment, year.end);
  return { hoursPerWeek, days, hours: toHundredths((toDays(days) * minutesPerDay) / 60) };
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
