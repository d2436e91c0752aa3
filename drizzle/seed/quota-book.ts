import { type DayNumber, dayOf, instantOn, type WorkCalendar, workedPart, yearOf } from "./calendar";
import { type LeaveTypeKey, type LocationKey, locationPlans } from "./company";
import type { Person } from "./people";
import type { PolicyPlan } from "./policies";

/** Keeps one person's planned leave within the quotas, so that no balance in the demo is absurd. */
export class QuotaBook {
  readonly #used = new Map<string, number>();

  /**
   * Books the days where every year that they fall in still has room; books nothing otherwise.
   * @param share how much of each day is taken: 1, or less for a part day
   */
  book(
    person: Person,
    request: { type: LeaveTypeKey; location: LocationKey; policy: PolicyPlan; calendar: WorkCalendar },
    span: { first: DayNumber; last: DayNumber; share: number },
  ): boolean {
    if (request.policy.unlimited) return true;
    const charges = new Map<DayNumber, number>();
    for (let on = span.first; on <= span.last; on++) {
      const year = quotaYearOf(person, request.location, on);
      charges.set(year, (charges.get(year) ?? 0) + workedPart(request.calendar, on) * span.share);
    }
    const entries = [...charges].map(([year, days]) => ({ year, key: `${request.type} ${year}`, days }));
    const used = (key: string) => this.#used.get(key) ?? 0;
    if (entries.some(({ year, key, days }) => used(key) + days > quotaIn(person, request.policy, year)))
      return false;
    for (const { key, days } of entries) this.#used.set(key, used(key) + days);
    return true;
  }
}

/** The first day of the quota year that a day belongs to. */
function quotaYearOf(person: Person, location: LocationKey, on: DayNumber): DayNumber {
  const { quotaReset, yearStart } = locationPlans[location];
  const [month, date] =
    quotaReset === "EMPLOYMENT_DATE" && person.start !== null
      ? monthAndDate(person.start)
      : (yearStart.split("-").map(Number) as [number, number]);
  const start = dayOf(yearOf(on), month, date);
  return start <= on ? start : dayOf(yearOf(on) - 1, month, date);
}

function monthAndDate(on: DayNumber): [number, number] {
  const at = instantOn(on, 0);
  return [at.getUTCMonth() + 1, at.getUTCDate()];
}

/** Whoever joins within the year has the rest of it. */
function quotaIn(person: Person, policy: PolicyPlan, year: DayNumber): number {
  const missed = Math.max(0, (person.start ?? year) - year);
  return missed === 0 ? policy.yearlyQuota : Math.floor((policy.yearlyQuota * (365 - missed)) / 365);
}
