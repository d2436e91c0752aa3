import type { Layout } from "./columns";
import { hoursLayout } from "./hours-layout";
import { leaveLayout } from "./leave-layout";
import { openingLayout } from "./opening-layout";
import { peopleLayout } from "./people-layout";

/** Kinds of tables that can be imported. */
export const importKinds = ["people", "leaves", "openings", "hours"] as const;
export type ImportKind = (typeof importKinds)[number];

export const layouts: Readonly<Record<ImportKind, Layout>> = {
  people: peopleLayout,
  leaves: leaveLayout,
  openings: openingLayout,
  hours: hoursLayout,
};
