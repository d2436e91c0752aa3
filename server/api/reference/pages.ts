import type { Settings } from "@/server/kernel/env";
import { chaptersOf } from "./chapter";
import type { Operation } from "./operation";
import { v1Operations, v2Operations } from "./operations";
import type { Chapter, ReferencePage } from "./page";

/** Pages that are grouped in the navigation. */
export interface ReferenceGroup {
  title: string;
  pages: readonly ReferencePage[];
}

const chapter = (page: Chapter): ReferencePage => ({ kind: "chapter", ...page });
const operation = (page: Operation): ReferencePage => ({ kind: "operation", ...page });

/** In reading order; groups that are not named here come last. */
const order = [
  "Leaves",
  "Company leave",
  "Payroll",
  "Delegations",
  "Users",
  "Credits",
  "Hours worked",
  "Leave types",
  "Leave rules",
  "Departments",
  "Locations",
  "Labels",
  "Holidays",
];

const placeOf = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);

function groupsOf(settings: Settings): ReferenceGroup[] {
  const operations = [...v2Operations(settings), ...v1Operations(settings)];
  const names = [...new Set(operations.map(({ group }) => group))].sort((a, b) => placeOf(a) - placeOf(b));
  return [
    { title: "Guide", pages: chaptersOf(settings).map(chapter) },
    ...names.map((title) => ({
      title,
      pages: operations.filter(({ group }) => group === title).map(operation),
    })),
  ];
}

const made = new WeakMap<Settings, ReferenceGroup[]>();

/** The whole reference, built once per process. */
export function referenceGroups(settings: Settings): readonly ReferenceGroup[] {
  const groups = made.get(settings) ?? groupsOf(settings);
  made.set(settings, groups);
  return groups;
}

export const referencePages = (settings: Settings): ReferencePage[] =>
  referenceGroups(settings).flatMap(({ pages }) => pages);

/** A page by its slug; null when there is none. */
export const findPage = (settings: Settings, slug: string): ReferencePage | null =>
  referencePages(settings).find((page) => page.slug === slug) ?? null;
