import type { PeopleFilter } from "@/app/(web)/dashboard/people/(list)/wanted";

/** The selection: some people, or all matches of a filter. */
export type Selection = { count: number; select: { ids: string[] } | { filter: PeopleFilter } };
