import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type DayNumber, dayNumber, dayOfMonth } from "@/server/kernel/time/calendar-date";

/** No figure about sickness is shown of fewer people. */
export const minPeople = 5;

/** How many weeks of coverage are shown, the current one included. */
export const coverageWeeks = 8;

/** The people listed of those who lose days, those who lose most first. */
export const maxListed = 500;

/** @throws ApiError FORBIDDEN unless the caller is an administrator or a location admin */
export function requireLeadsLocation({ actor }: Ctx): void {
  if (actor.role !== "ADMIN" && actor.role !== "LOCATION_ADMIN") throw new ApiError("FORBIDDEN");
}

/** @throws ApiError FORBIDDEN unless the caller is an administrator */
export function requireAdmin({ actor }: Ctx): void {
  if (actor.role !== "ADMIN") throw new ApiError("FORBIDDEN");
}

/** `YYYY-MM` of each month of a year. */
export const monthsOf = (year: number): string[] =>
  Array.from({ length: 12 }, (_, place) => `${year}-${String(place + 1).padStart(2, "0")}`);

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { start: DayNumber; end: DayNumber } {
  const start = dayNumber(`${month}-01`);
  return { start, end: dayOfMonth(Number(month.slice(0, 4)), Number(month.slice(5)), 31) };
}

/** The people of a department at a location in a month. */
export interface Cell {
  locationId: string;
  departmentId: string;
  people: number;
}

/** A group of people: everyone, a location, a department, or a department at a location. */
export interface GroupFilter {
  locationId?: string | undefined;
  departmentId?: string | undefined;
}

export const isInGroup =
  ({ locationId, departmentId }: GroupFilter) =>
  (cell: Pick<Cell, "locationId" | "departmentId">): boolean =>
    (locationId === undefined || cell.locationId === locationId) &&
    (departmentId === undefined || cell.departmentId === departmentId);

const countOf = (cells: readonly Cell[]): number => cells.reduce((sum, { people }) => sum + people, 0);

/**
 * Which groups may be shown so that neither they nor anything that can be derived from all that are shown, by difference or sum, is about
 * fewer than `minPeople` (decision 16.37). Shown groups cut the workspace into parts, and every figure that follows from theirs is about
 * whole parts: so a group is added only where all parts stay large enough. The largest first, so that it depends on the cells alone.
 */
export function shownGroups(cells: readonly Cell[]): (group: GroupFilter) => boolean {
  const there = cells.filter(({ people }) => people > 0);
  if (countOf(there) < minPeople) return () => false;
  let parts = [there];
  const shown = new Set<string>();
  for (const name of ["locationId", "departmentId"] as const) {
    const groups = [...new Set(there.map((cell) => cell[name]))].map((id) => {
      const isOfIt = isInGroup({ [name]: id });
      return { id, isOfIt, people: countOf(there.filter(isOfIt)) };
    });
    groups.sort((a, b) => b.people - a.people || (a.id < b.id ? -1 : 1));
    for (const { id, isOfIt } of groups) {
      const finer = parts
        .flatMap((part) => [part.filter(isOfIt), part.filter((cell) => !isOfIt(cell))])
        .filter((part) => part.length > 0);
      if (finer.some((part) => countOf(part) < minPeople)) continue;
      parts = finer;
      shown.add(`${name} ${id}`);
    }
  }
  return ({ locationId, departmentId }) =>
    (locationId === undefined || shown.has(`locationId ${locationId}`)) &&
    (departmentId === undefined || shown.has(`departmentId ${departmentId}`)) &&
    there.some(isInGroup({ locationId, departmentId }));
}
