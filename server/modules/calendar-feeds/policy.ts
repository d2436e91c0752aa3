import { minute } from "@/server/kernel/clock";

/** Of one person. */
export const maxFeeds = 20;

/** What a feed shows: from so many months ago to so many ahead. */
export const feedMonths = { before: 3, ahead: 18 };

/** A calendar of more is cut after the first so many. */
export const maxEvents = 5000;

/** The last fetch is noted once in so many milliseconds. */
export const noteFetchEveryMs = 5 * minute;

export const refreshHours = 1;

/** Fetches of one feed: so many at once, and one more each interval after those. */
export const feedRate = { burst: 30, intervalMs: minute / 4 };

/** Guesses from one address. */
export const guessRate = { burst: 20, intervalMs: minute / 2 };
