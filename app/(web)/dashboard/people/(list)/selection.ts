import type { PeopleFilter } from "@/app/(web)/dashboard/people/(list)/wanted";

/** Who is chosen: some, or all whom a filter finds. */
export type Selection = { count: number; select: { ids: string[] } | { filter: PeopleFilter } };
