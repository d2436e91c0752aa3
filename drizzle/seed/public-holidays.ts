import { type DayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
import { dayOf, weekdayFrom } from "./calendar";

export interface PublicHoliday {
  day: DayNumber;
  name: string;
  isHalfDay: boolean;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easter(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return dayOf(year, 3, 22 + h + l - 7 * m);
}

/** Easter Sunday of the Orthodox churches: computed in the Julian calendar, returned as a Gregorian day. */
export function orthodoxEaster(year: number): DayNumber {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const julianLag = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return dayOf(year, 3, 22 + d + e) + julianLag;
}

const whole = (day: DayNumber, name: string): PublicHoliday => ({ day, name, isHalfDay: false });
const half = (day: DayNumber, name: string): PublicHoliday => ({ day, name, isHalfDay: true });

/** Moves a holiday on one of the given weekdays to the next free day. */
function withSubstitutes(holidays: PublicHoliday[], lost: readonly number[]): PublicHoliday[] {
  const taken = new Set(holidays.map((holiday) => holiday.day));
  const substitutes = holidays
    .filter((holiday) => lost.includes(weekdayOf(holiday.day)))
    .map(({ day, name }) => {
      let next = day + 1;
      while (taken.has(next) || lost.includes(weekdayOf(next))) next++;
      taken.add(next);
      return whole(next, `${name} (observed)`);
    });
  return [...holidays, ...substitutes];
}

/** Serbia. State holidays on a Sunday move on; church holidays do not. */
export function serbianHolidays(year: number): PublicHoliday[] {
  const sunday = orthodoxEaster(year);
  const state = [
    whole(dayOf(year, 1, 1), "New Year’s Day"),
    whole(dayOf(year, 1, 2), "New Year’s Day, second day"),
    whole(dayOf(year, 2, 15), "Statehood Day"),
    whole(dayOf(year, 2, 16), "Statehood Day, second day"),
    whole(dayOf(year, 5, 1), "Labour Day"),
    whole(dayOf(year, 5, 2), "Labour Day, second day"),
    whole(dayOf(year, 11, 11), "Armistice Day"),
  ];
  return [
    ...withSubstitutes(state, [0]),
    whole(dayOf(year, 1, 7), "Orthodox Christmas Day"),
    whole(sunday - 2, "Orthodox Good Friday"),
    whole(sunday - 1, "Orthodox Holy Saturday"),
    whole(sunday, "Orthodox Easter Sunday"),
    whole(sunday + 1, "Orthodox Easter Monday"),
    half(dayOf(year, 12, 31), "New Year’s Eve"),
  ];
}

/** Portugal with Lisbon's local holiday, and an afternoon off granted by the company. */
export function portugueseHolidays(year: number): PublicHoliday[] {
  const sunday = easter(year);
  return [
    whole(dayOf(year, 1, 1), "Ano Novo"),
    whole(sunday - 2, "Sexta-feira Santa"),
    whole(sunday, "Domingo de Páscoa"),
    whole(dayOf(year, 4, 25), "Dia da Liberdade"),
    whole(dayOf(year, 5, 1), "Dia do Trabalhador"),
    whole(sunday + 60, "Corpo de Deus"),
    whole(dayOf(year, 6, 10), "Dia de Portugal"),
    whole(dayOf(year, 6, 13), "Dia de Santo António"),
    whole(dayOf(year, 8, 15), "Assunção de Nossa Senhora"),
    whole(dayOf(year, 10, 5), "Implantação da República"),
    whole(dayOf(year, 11, 1), "Todos os Santos"),
    whole(dayOf(year, 12, 1), "Restauração da Independência"),
    whole(dayOf(year, 12, 8), "Imaculada Conceição"),
    half(dayOf(year, 12, 24), "Véspera de Natal"),
    whole(dayOf(year, 12, 25), "Natal"),
  ];
}

/** Ontario, with the civic holiday that nearly every employer grants. Holidays on a weekend are moved. */
export function ontarianHolidays(year: number): PublicHoliday[] {
  const fixed = [
    whole(dayOf(year, 1, 1), "New Year’s Day"),
    whole(dayOf(year, 7, 1), "Canada Day"),
    whole(dayOf(year, 12, 25), "Christmas Day"),
    whole(dayOf(year, 12, 26), "Boxing Day"),
  ];
  return [
    ...withSubstitutes(fixed, [0, 6]),
    whole(weekdayFrom(dayOf(year, 2, 15), 1), "Family Day"),
    whole(easter(year) - 2, "Good Friday"),
    whole(weekdayFrom(dayOf(year, 5, 18), 1), "Victoria Day"),
    whole(weekdayFrom(dayOf(year, 8, 1), 1), "Civic Holiday"),
    whole(weekdayFrom(dayOf(year, 9, 1), 1), "Labour Day"),
    whole(weekdayFrom(dayOf(year, 10, 8), 1), "Thanksgiving"),
    half(dayOf(year, 12, 24), "Christmas Eve"),
  ];
}
