import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Period, Thousandths, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, lastDays, type YearSettings } from "./accounting-year";
import { chargesOfCover } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import { balanceOn, type Charge, cutsFor, type Terms } from "./policy";

/** A requested leave, and the inputs of the balance that it is charged to. */
export interface AskedLeave {
  employee: Pick<Employee, "id" | "patterns">;
  leaveTypeId: string;
  locationId: string;
  period: Period;
  /** The count of each day. */
  days: DayCounts;
  settings: YearSettings;
  /** Null when the leave type no longer has a policy. */
  terms: Terms | null;
  /** Approved leave that it would take the place of. */
  approved?: { leaveTypeId: string; period: Period; days: DayCounts } | undefined;
}

/** The remaining balance in one accounting year, without and with a leave, or with the approved one and the one in its place. */
export interface Remaining {
  year: AccountingYear;
  /** The last day of the leave in that year. */
  asOf: DayNumber;
  before: Thousandths;
  after: Thousandths;
}

interface Found {
  /** The person's work calendar at the location of the leave, with the public holidays of its days. */
  calendar: WorkCalendar;
  /** Empty when nothing is counted. */
  years: Remaining[];
}

/**
 * `findEffect` for leave of many people that waits, with two statements: the remaining balance without and with it, or with the approved
 * leave and what is asked in its place. @returns in their order
 */
export async function findEffects(ctx: Ctx, asked: readonly AskedLeave[]): Promise<Found[]> {
  if (asked.length === 0) return [];
  const counted = asked.map((leave) => ({ leave, plan: planOf(leave) }));
  const filters = counted.flatMap(({ plan }) => plan ?? []).map(({ filter }) => filter);
  const [charges, calendars] = await Promise.all([findChargesOfMany(ctx, filters), calendarsOf(ctx, asked)]);
  const taken = charges[Symbol.iterator]();
  return counted.map(({ leave, plan }) => {
    const place = calendars.get(leave.locationId);
    if (!place) throw new Error(`No location ${leave.locationId}`);
    const calendar = worksBy(place, leave.employee.patterns);
    return { calendar, years: plan ? remaining(leave, plan, taken.next().value ?? []) : [] };
  });
}

type Plan = NonNullable<ReturnType<typeof planOf>>;

function planOf({ employee, leaveTypeId, settings, terms, period, approved }: AskedLeave) {
  if (!terms || terms.unlimited) return null;
  const asOfs = lastDays(settings, period);
  const from = Math.min(period.start, approved?.period.start ?? period.start);
  const until = Math.max(period.end, approved?.period.end ?? period.end);
  const cuts = cutsFor([settings], [terms], { from, until, asOf: asOfs });
  return { asOfs, terms, filter: { employee, leaveTypeId, cuts, singlesFrom: null } };
}

const calendarsOf = (ctx: Ctx, asked: readonly AskedLeave[]) =>
  readCalendars(
    ctx,
    asked.map(({ locationId }) => locationId),
    {
      from: Math.min(...asked.map(({ period }) => period.start)),
      to: Math.max(...asked.map(({ period }) => period.end)),
    },
  );

const less = (charges: readonly Charge[], some: readonly Charge[]): Charge[] => [
  ...charges,
  ...some.map((charge) => ({ ...charge, amount: -charge.amount })),
];

/** What is charged without and with the leave. Stored are the days of open leave, and of a change those of the approved leave. */
function sidesOf(
  { days, leaveTypeId, approved }: AskedLeave,
  cuts: readonly DayNumber[],
  stored: readonly Charge[],
) {
  const own = chargesOfCover({ days }, cuts);
  if (!approved) return { without: less(stored, own), charged: stored };
  const replaced = approved.leaveTypeId === leaveTypeId ? chargesOfCover(approved, cuts) : [];
  return { without: stored, charged: [...less(stored, replaced), ...own] };
}

function remaining(
  leave: AskedLeave,
  { asOfs, terms, filter }: Plan,
  stored: readonly Charge[],
): Remaining[] {
  const { settings } = leave;
  const { without, charged } = sidesOf(leave, filter.cuts, stored);
  return asOfs.map((asOf) => {
    const after = balanceOn(settings, terms, charged, asOf);
    const before = balanceOn(settings, terms, without, asOf);
    return { year: after.year, asOf, before: before.remaining ?? 0, after: after.remaining ?? 0 };
  });
}
