import type { DayNumber } from "@/server/kernel/time/calendar-date";

/** So many days before days lapse, their owner is notified. */
const noticeDays = [90, 30, 7] as const;

/** How far ahead lapses are looked for, in days. */
export const furthestNotice = noticeDays[0];

/** The latest of the notices whose time has come, counted from 1. */
export const stageOf = (today: DayNumber, lapsesOn: DayNumber): number =>
  noticeDays.filter((days) => lapsesOn - today <= days).length;
