import { paths } from "@/app/paths";

export interface Shown {
  location: string;
  year: string;
}

/** The URL of a location's holidays in a year. */
export const addressOf = ({ location, year }: Shown): string =>
  `${paths.holidays}?${new URLSearchParams({ location, year })}`;

/** The import's parameters: the source of the holidays, and where they go. */
export interface Choice {
  location: string;
  country: string;
  state: string;
  region: string;
  years: readonly number[];
  /** The language of the holidays' names; empty for the page's language. */
  names: string;
}

export function importAddressOf({ years, ...choice }: Choice): string {
  const query = new URLSearchParams();
  // Without a country in the address, the page proposes the location's.
  for (const [name, value] of Object.entries({ ...choice, years: years.join(",") }))
    if (value || name === "country") query.set(name, value);
  return `${paths.importHolidays}?${query}`;
}

export type Search = Record<string, string | string[] | undefined>;
/** A single URL parameter. */
export const one = (value: Search[string]): string => (typeof value === "string" ? value : "");

/** The years for which holidays are planned, around the current one. */
export const yearsAround = (thisYear: number, before: number, after: number): number[] =>
  Array.from({ length: before + 1 + after }, (_, place) => thisYear - before + place);
