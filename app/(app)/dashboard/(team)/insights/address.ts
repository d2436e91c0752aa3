import { paths } from "@/app/paths";

/** What the page shows: a calendar year, and the people and leave type it is limited to. */
export interface Wanted {
  year: number;
  /** Null for all. */
  location: string | null;
  department: string | null;
  /** Null for the first. */
  type: string | null;
}

type Search = Record<string, string | string[] | undefined>;
const one = (value: Search[string]): string | null => (typeof value === "string" && value ? value : null);

/** @param thisYear for a year that is missing or unreadable */
export function readWanted(search: Search, thisYear: number): Wanted {
  const year = Number(one(search.year));
  return {
    year: Number.isInteger(year) && year >= 1900 && year <= 2199 ? year : thisYear,
    location: one(search.location),
    department: one(search.department),
    type: one(search.type),
  };
}

export function addressOf({ year, location, department, type }: Wanted): string {
  const query = new URLSearchParams({ year: String(year) });
  for (const [name, value] of Object.entries({ location, department, type }))
    if (value) query.set(name, value);
  return `${paths.insights}?${query}`;
}
