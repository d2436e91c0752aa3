import { paths } from "@/app/(web)/dashboard/paths";

export interface Shown {
  location: string;
  year: string;
}

/** The list of a location's holidays in a year. */
export const addressOf = ({ location, year }: Shown): string =>
  `${paths.holidays}?${new URLSearchParams({ location, year })}`;

/** What the import offers, and for which of it holidays are looked up. */
export interface Choice {
  location: string;
  country: string;
  state: string;
  region: string;
  years: readonly number[];
  /** The language of the holidays' names; empty for that of the pages. */
  names: string;
}

export function importAddressOf({ years, ...choice }: Choice): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...choice, years: years.join(",") }))
    if (value) query.set(name, value);
  return `${paths.importHolidays}?${query}`;
}

export type Search = Record<string, string | string[] | undefined>;
/** A parameter of the address, once. */
export const one = (value: Search[string]): string => (typeof value === "string" ? value : "");

/** Years for which holidays are planned, around this one. */
export const yearsAround = (thisYear: number, before: number, after: number): number[] =>
  Array.from({ length: before + 1 + after }, (_, place) => thisYear - before + place);
