import { readChoice } from "@/app/_kit/list/list-query";

export const times = ["all", "ACTIVE", "UPCOMING", "ENDED"] as const;

/** The query of the list of stand-ins in an address. */
export const readStandInsQuery = (address: URLSearchParams) => ({ time: readChoice("time", times, address) });
export type StandInsQuery = ReturnType<typeof readStandInsQuery>;
