/** The current time. Injected everywhere, so that a test can freeze or move it. */
export type Clock = () => Date;

/** Milliseconds, for readable time arithmetic. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The instant `ms` milliseconds after `at` (before it, when negative). */
export const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** How far a time is ahead of the clock of the process, which libraries read. In seconds. */
export const aheadOfProcessSeconds = (now: Date): number => Math.round((now.getTime() - Date.now()) / second);

/** The UTC calendar day of an instant, `YYYY-MM-DD`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The start of the UTC month after `at`: the reset of a monthly quota. */
export const nextUtcMonth = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
