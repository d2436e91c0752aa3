/** Hours for machines: API, exports. The slack is for quotients that binary numbers cannot hold. */
export const toHundredths = (hours: number): number => Math.round(hours * 100 + 1e-6) / 100;

/** Days as people read them where no one's day is known; nothing has no minus. */
export const toTenths = (value: number): number => Math.round(value * 10 + 1e-6) / 10 + 0;

/** A number of days in hours; null where they are read in days. */
export const inHours = (days: number, hoursPerDay: number | null): number | null =>
  hoursPerDay === null ? null : toHundredths(days * hoursPerDay);

/** An amount of working time as people read it (decision 18.11): the values of a message that says it. */
export type Amount = {
  /** `mixed`: days and hours. A message that has no arm for it says it as days. */
  unit: "days" | "hours" | "mixed";
  /** Whole or half days, or whole days with hours in `rest`. */
  days: number;
  /** 0 where the unit is not hours. */
  hours: number;
  /** The number of the unit, before `rest`. */
  count: number;
  /** What follows the unit: " 5 h 20 min", or nothing. */
  rest: string;
  /** All of it in the unit, to tenths. */
  shown: number;
};

const isHalves = (value: number): boolean => Number.isInteger(toHundredths(value) * 2);
const minutesText = (minutes: number): string => (minutes > 0 ? ` ${minutes} min` : "");

function amountOfHours(hours: number): Amount {
  const shown = toTenths(hours);
  const whole = { unit: "hours" as const, days: 0, shown };
  if (isHalves(hours)) return { ...whole, hours: shown, count: shown, rest: "" };
  const minutes = Math.round(Math.abs(hours) * 60);
  // Less than an hour below zero is -0: formatted, it keeps its minus.
  const count = minutes === 0 ? 0 : Math.sign(hours) * Math.floor(minutes / 60);
  return { ...whole, hours: count, count, rest: minutesText(minutes % 60) };
}

/**
 * Halves stay days. Another rest is hours and minutes of the person's day, or rounded to tenths where the day is unknown, as in sums over
 * people.
 */
function amountOfDays(days: number, dayHours: number | null): Amount {
  const shown = toTenths(days);
  const whole = { unit: "days" as const, hours: 0, shown };
  if (isHalves(days) || dayHours === null) return { ...whole, days: shown, count: shown, rest: "" };
  const dayMinutes = Math.round(dayHours * 60);
  const minutes = Math.round(Math.abs(days) * dayMinutes);
  const [count, over] = [Math.sign(days) * Math.floor(minutes / dayMinutes), minutes % dayMinutes];
  // From the exact amount, as where the unit is hours: minutes are rounded once.
  if (count === 0) return amountOfHours(days * dayHours);
  const hours = Math.floor(over / 60);
  const rest = (hours > 0 ? ` ${hours} h` : "") + minutesText(over % 60);
  return { unit: rest === "" ? "days" : "mixed", days: count, hours: 0, count, rest, shown };
}

/**
 * @param hours the same amount; null where people read days
 * @param dayHours the hours of the person's average working day; null where they are unknown
 */
export const amountOf = (days: number, hours: number | null, dayHours: number | null = null): Amount =>
  hours === null ? amountOfDays(days, dayHours) : amountOfHours(hours);

/** A number of days as an amount. Its hours are not rounded to hundredths first: that would be another minute. */
export const amountIn = (days: number, hoursPerDay: number | null, dayHours: number | null = null): Amount =>
  amountOf(days, hoursPerDay === null ? null : days * hoursPerDay, dayHours);

/** The unit that words beside a figure of this amount say: none where the figure has symbols of its own. */
export const unitOf = ({ unit, rest }: Amount): Amount["unit"] => (rest === "" ? unit : "mixed");

/**
 * The amount as a figure beside others: the number alone where the words around it say its unit, else with its symbols: "14 d 5 h".
 * @param said the unit that the words say: of another amount, or of a column
 */
export function figureOf(
  { unit, count, rest }: Amount,
  number: (value: number) => string,
  said: Amount["unit"] = unit,
): string {
  if (rest === "" && (unit === said || count === 0)) return number(count);
  return `${number(count)} ${unit === "hours" ? "h" : "d"}${rest}`;
}
