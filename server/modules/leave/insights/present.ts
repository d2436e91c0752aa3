import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { findChoices } from "./find-choices";
import type { Coverage } from "./find-coverage";
import type { DaysAway } from "./find-days-away";
import type { findSickRate } from "./find-sick-rate";
import type { YearEnd } from "./find-year-end";

export const choicesView = ({
  locations,
  departments,
  leaveTypes,
}: Awaited<ReturnType<typeof findChoices>>) => ({
  locations: locations.map(({ id, name }) => ({ id: encodeId("location", id), name })),
  departments: departments.map(({ id, name }) => ({ id: encodeId("department", id), name })),
  leaveTypes: leaveTypes.map(({ id, name }) => ({ id: encodeId("leaveType", id), name })),
});

export const yearEndView = ({ departments, people, lapsingCount }: YearEnd) => ({
  departments: departments.map(({ id, remaining, lapsing, ...rest }) => ({
    ...rest,
    id: encodeId("department", id),
    remaining: toDays(remaining),
    lapsing: toDays(lapsing),
  })),
  lapsingCount,
  people: people.map(({ id, name, department, remaining, lapsing, firstLapseOn }) => ({
    id: encodeId("user", id),
    name,
    department,
    remaining: toDays(remaining),
    lapsing: toDays(lapsing),
    firstLapseOn: firstLapseOn === null ? null : dayText(firstLapseOn),
  })),
});

export const coverageView = ({ weeks, departments }: Coverage) => ({
  weeks: weeks.map(({ start, end }) => ({ startDate: dayText(start), endDate: dayText(end) })),
  departments: departments.map(({ id, weeks: shown, ...rest }) => ({
    ...rest,
    id: encodeId("department", id),
    weeks: shown.map((week) => week && { ...week, day: dayText(week.day) }),
  })),
});

export const daysAwayView = ({ months, types }: DaysAway) => ({
  months,
  types: types.map(({ id, name, days }) => ({ id: encodeId("leaveType", id), name, days: days.map(toDays) })),
});

/** In percent, with one decimal. */
const percent = (rate: number | null): number | null => (rate === null ? null : Math.round(rate * 1000) / 10);

export const sickRateView = ({ months, through }: Awaited<ReturnType<typeof findSickRate>>) => ({
  through: dayText(through),
  months: months.map(({ month, rate, rateBefore }) => ({
    month,
    rate: percent(rate),
    rateBefore: percent(rateBefore),
  })),
});
