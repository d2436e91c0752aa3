import { type View, views } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { paths } from "@/app/paths";
import { longestSearch } from "@/server/kernel/list-sorts";

/** The view and the filters in the URL. Empty texts leave a filter out. */
export interface Wanted {
  view: View;
  /** A day of the period; empty for today. */
  on: string;
  department: string;
  location: string;
  label: string;
  type: string;
  onlyConflicts: boolean;
  /** A part of people's names. */
  q: string;
  /** Whether one's own departments come first. */
  teamFirst: boolean;
}

const filterNames = ["department", "location", "label", "type"] as const;

type Query = Record<string, string | string[] | undefined>;
const one = (value: Query[string]): string => (typeof value === "string" ? value : "");
const idOf = (kind: string, text: string) =>
  new RegExp(`^${kind}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).test(text) ? text : "";

/** Drops unreadable parameters. */
export function readAddress(query: Query): Wanted {
  const on = one(query.on);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(on) && new Date(`${on}T00:00:00Z`).getTime() > 0;
  return {
    view: views.find((view) => view === query.view) ?? "month",
    on: isDay && new Date(`${on}T00:00:00Z`).toISOString().startsWith(on) ? on : "",
    department: idOf("department", one(query.department)),
    location: idOf("location", one(query.location)),
    label: idOf("label", one(query.label)),
    type: idOf("leaveType", one(query.type)),
    onlyConflicts: query.conflicts === "only",
    q: one(query.q).trim().slice(0, longestSearch),
    teamFirst: query.team === "first",
  };
}

/** The URL of a chart. */
export function addressOf({ view, on, onlyConflicts, q, teamFirst, ...filters }: Wanted): string {
  const query = new URLSearchParams();
  if (view !== "month") query.set("view", view);
  if (on) query.set("on", on);
  for (const name of filterNames) if (filters[name]) query.set(name, filters[name]);
  if (onlyConflicts) query.set("conflicts", "only");
  if (q) query.set("q", q);
  if (teamFirst) query.set("team", "first");
  return query.size ? `${paths.wallchart}?${query}` : paths.wallchart;
}

/** No filter. The order of people stays. */
export const unfiltered = { department: "", location: "", label: "", type: "", onlyConflicts: false, q: "" };

/** How many filters are set, without the search by name, which is always in sight. */
export const filterCount = ({ department, location, label, type, onlyConflicts }: Wanted): number =>
  [department, location, label, type, onlyConflicts].filter(Boolean).length;

export const isFiltered = (wanted: Wanted): boolean => wanted.q !== "" || filterCount(wanted) > 0;

/** The same as input of the procedures. */
export const questionOf = ({ department, location, label, type, onlyConflicts, q, teamFirst }: Wanted) => ({
  ...(department && { departments: [department] }),
  ...(location && { locations: [location] }),
  ...(label && { labels: [label] }),
  ...(type && { leaveTypes: [type] }),
  onlyConflicts,
  ...(q && { text: q }),
  teamFirst,
});
