import { minute } from "@/server/kernel/time/clock";

/** Maximum per person. */
export const maxFeeds = 20;

/** A feed covers this many months before and after now. */
export const feedMonths = { before: 3, ahead: 18 };

/** A larger calendar is cut at this maximum. */
export const maxEvents = 5000;

/** Minimum interval between two records of the last fetch, in milliseconds. */
export const noteFetchEveryMs = 5 * minute;

export const refreshHours = 1;

/** Rate limit of one feed's fetches. */
export const feedRate = { burst: 30, intervalMs: minute / 4 };

/** Rate limit of guesses from one address. */
export const guessRate = { burst: 20, intervalMs: minute / 2 };
