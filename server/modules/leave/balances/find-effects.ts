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
}

/** The remaining balance in one accounting year, without and with a leave. */
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
 * `findEffect` for open leave of many people, with two statements: the remaining balance without and with the leave. @returns in their
 * order
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

function planOf({ employee, leaveTypeId, settings, terms, period }: AskedLeave) {
  if (!terms || terms.unlimited) return null;
  const asOfs = lastDays(settings, period);
  const cuts = cutsFor([settings], [terms], { from: period.start, until: period.end, asOf: asOfs });
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

function remaining(
  { settings, days }: AskedLeave,
  { asOfs, terms, filter }: Plan,
  charges: readonly Charge[],
): Remaining[] {
  const own = chargesOfCover({ days }, filter.cuts);
  const without = [...charges, ...own.map((charge) => ({ ...charge, amount: -charge.amount }))];
  return asOfs.map((asOf) => {
    const after = balanceOn(settings, terms, charges, asOf);
    const before = balanceOn(settings, terms, without, asOf);
    return { year: after.year, asOf, before: before.remaining ?? 0, after: after.remaining ?? 0 };
  });
}
