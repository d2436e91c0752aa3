import { type DayNumber, monthDayIn, monthDayOf, yearOf } from "@/server/kernel/time/calendar-date";
import type { WorkCalendar } from "./calendar";
import { type LeaveTypeKey, locationPlans } from "./company";
import type { Person } from "./people";
import { type Span, takenOn } from "./place";
import { type PolicyPlan, policyPlans } from "./policies";

/** Keeps one person's planned leave within the quotas, so that no balance in the demo is absurd. */
export class QuotaBook {
  readonly #used = new Map<string, number>();

  /**
   * Books the days if every year that they fall in has quota left; books nothing otherwise. Like the service, it uses the person's current
   * location, even for leave that they took elsewhere.
   */
  book(person: Person, type: LeaveTypeKey, span: Span, calendar: WorkCalendar): boolean {
    const policy = policyPlans[type][person.plan.location];
    if (!policy || policy.unlimited) return true;
    const charges = new Map<DayNumber, number>();
    for (let on = span.first; on <= span.last; on++) {
      const year = quotaYearOf(person, on);
      charges.set(year, (charges.get(year) ?? 0) + takenOn(span, calendar, on));
    }
    const entries = [...charges].map(([year, days]) => ({ year, key: `${type} ${year}`, days }));
    const used = (key: string) => this.#used.get(key) ?? 0;
    if (entries.some(({ year, key, days }) => used(key) + days > quotaIn(person, policy, year))) return false;
    for (const { key, days } of entries) this.#used.set(key, used(key) + days);
    return true;
  }
}

/** The first day of the quota year that contains a day. */
export function quotaYearOf(person: Person, on: DayNumber): DayNumber {
  const { quotaReset, yearStart } = locationPlans[person.plan.location];
  const anchor =
    quotaReset === "EMPLOYMENT_DATE" && person.start !== null ? monthDayOf(person.start) : yearStart;
  const start = monthDayIn(yearOf(on), anchor);
  return start <= on ? start : monthDayIn(yearOf(on) - 1, anchor);
}

/** The quota is prorated for those who join or leave within the year. */
export function quotaIn(person: Person, policy: PolicyPlan, year: DayNumber): number {
  const late = Math.max(0, (person.start ?? year) - year);
  const early = Math.max(0, year + 364 - (person.end ?? year + 364));
  return Math.floor((policy.yearlyQuota * Math.max(0, 365 - late - early)) / 365);
}
