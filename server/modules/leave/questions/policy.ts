import { day } from "@/server/kernel/time/clock";

/** Questions about one leave within a day, by all who decide it. */
export const maxPerDay = 3;
export const perMs = day;
