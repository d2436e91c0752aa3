import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type AccountingYear, yearContaining } from "./accounting-year";
import { type CurvePoint, curveOf, cutsOfCurve } from "./curve";
import { type Lapse, lapsesIn } from "./lapses";
import { dayHoursIn, hoursPerDayIn } from "./read";
import { loadExplained, type Wanted } from "./read-explanation";
import { findCharges } from "./store";

/** A balance over an accounting year. */
export interface BalanceCurve {
  year: AccountingYear;
  /** Today at the person's location. */
  today: DayNumber;
  hoursPerDay: number | null;
  dayHours: number;
  points: CurvePoint[];
  /** What lapses after days of the year, by the leave that is booked now. */
  lapses: Lapse[];
}

/**
 * A person's balance of one leave type over the accounting year of `asOf`: the same figures as `readBalances` as of each day. For the same
 * people as `readExplanation`.
 * @throws ApiError RESOURCE_NOT_FOUND, also for a leave type of which they have no balance
 */
export async function readCurve(ctx: Ctx, wanted: Wanted): Promise<BalanceCurve> {
  const { employee, row, settings, terms, asOf } = await loadExplained(ctx, wanted);
  const { leaveTypeId } = wanted;
  const { today } = employee;
  const year = yearContaining(settings, asOf);
  const cuts = cutsOfCurve(settings, terms, year);
  const found = await findCharges(ctx, { employee, leaveTypeId, cuts, singlesFrom: null });
  const charges = found.get(leaveTypeId) ?? [];
  return {
    ...{ year, today, hoursPerDay: hoursPerDayIn(row, employee), dayHours: dayHoursIn(row, employee) },
    points: curveOf(settings, terms, charges, { year, today }),
    lapses: lapsesIn(settings, terms, charges, { from: year.start, until: year.end }),
  };
}
