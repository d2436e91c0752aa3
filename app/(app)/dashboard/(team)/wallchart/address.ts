import { type View, views } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { paths } from "@/app/paths";

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
  };
}

/** The URL of a chart. */
export function addressOf({ view, on, onlyConflicts, ...filters }: Wanted): string {
  const query = new URLSearchParams();
  if (view !== "month") query.set("view", view);
  if (on) query.set("on", on);
  for (const name of filterNames) if (filters[name]) query.set(name, filters[name]);
  if (onlyConflicts) query.set("conflicts", "only");
  return query.size ? `${paths.wallchart}?${query}` : paths.wallchart;
}

export const isFiltered = ({ department, location, label, type, onlyConflicts }: Wanted): boolean =>
  onlyConflicts || [department, location, label, type].some(Boolean);

/** The same as input of the procedures. */
export const questionOf = ({ department, location, label, type, onlyConflicts }: Wanted) => ({
  ...(department && { departments: [department] }),
  ...(location && { locations: [location] }),
  ...(label && { labels: [label] }),
  ...(type && { leaveTypes: [type] }),
  onlyConflicts,
});
