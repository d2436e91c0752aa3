import type { PeopleFilter } from "@/app/(app)/dashboard/(team)/people/(list)/people-query";

/** The selection: some people, or all matches of a filter. */
export type Selection = { count: number; select: { ids: string[] } | { filter: PeopleFilter } };
