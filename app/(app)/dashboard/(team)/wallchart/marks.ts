import { dayLengthOn, minutesOn } from "@/app/_kit/form/work-days";
import type { ChartAbsence, ChartPlace as Place } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { touchesDays } from "@/server/kernel/time/date-range";

type ChartPlace = Omit<Place, "id">;

/** The kind of an employee's day before any leave. */
type Ground = "worked" | "off" | "holiday" | "halfHoliday";

interface Day {
  ground: Ground;
  holiday?: string;
}

/** Cache of days: a row needs each of its days, and rows render by the dozen while scrolling. */
const seen = new WeakMap<ChartPlace, Map<string, Day>>();
const anywhere: Day = { ground: "worked" };

export function groundOf(day: string, place: ChartPlace | undefined): Day {
  if (!place) return anywhere;
  const days = seen.get(place) ?? new Map<string, Day>();
  seen.set(place, days);
  const found = days.get(day) ?? dayAt(day, place);
  days.set(day, found);
  return found;
}

function dayAt(day: string, place: ChartPlace): Day {
  const here = place.holidays.filter(({ date }) => date === day);
  const holiday = here.find(({ isHalfDay }) => !isHalfDay) ?? here[0];
  if (holiday) return { ground: holiday.isHalfDay ? "halfHoliday" : "holiday", holiday: holiday.name };
  return { ground: minutesOn(place, day) === 0 ? "off" : "worked" };
}

/** How a leave fills a day. */
export type Fill = "day" | "morning" | "afternoon" | "hours";

const noon = 12 * 60;

export function fillOf(
  {
    isFullDayLeave,
    startMinutes,
    endMinutes,
  }: Pick<ChartAbsence, "isFullDayLeave" | "startMinutes" | "endMinutes">,
  place: ChartPlace | undefined,
  day: string,
): Fill {
  if (isFullDayLeave) return "day";
  const half = (place ? dayLengthOn(place, day) : 8 * 60) / 2;
  if (Math.abs(endMinutes - startMinutes - half) > 15) return "hours";
  return (startMinutes + endMinutes) / 2 <= noon + 30 ? "morning" : "afternoon";
}

/** A leave on one day of a column. */
export interface Mark {
  absence: ChartAbsence;
  /** The index in the column's days. */
  at: number;
  fill: Fill;
  /** Whether the leave starts here, or the chart does. */
  starts: boolean;
  ends: boolean;
  /** A day that is not a working day anyway. */
  isFree: boolean;
}

const none: readonly ChartAbsence[] = [];

/** The absences that overlap a column. */
export const absencesIn = (
  absences: readonly ChartAbsence[],
  days: readonly string[],
): readonly ChartAbsence[] => {
  if (absences.length === 0) return none;
  const [first = ""] = days;
  const last = days.at(-1) ?? first;
  return absences.filter((absence) => touchesDays(absence, first, last));
};

export const absencesOn = <A extends Pick<ChartAbsence, "startDate" | "endDate">>(
  absences: readonly A[],
  day: string,
): A[] => absences.filter((absence) => touchesDays(absence, day));

/** The marks of a cell. @param first the chart's first day, where leave that began earlier shows its letter */
export function marksOf(
  absences: readonly ChartAbsence[],
  days: readonly string[],
  place: ChartPlace | undefined,
  first: string,
): Mark[] {
  return days.flatMap((day, at) =>
    absencesOn(absences, day).map((absence) => {
      const { ground } = groundOf(day, place);
      return {
        absence,
        at,
        fill: fillOf(absence, place, day),
        starts: absence.startDate === day || day === first,
        ends: absence.endDate === day,
        isFree: ground === "off" || ground === "holiday",
      };
    }),
  );
}
