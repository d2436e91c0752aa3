import { lt } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { day, plus } from "@/server/kernel/clock";
import { deleteInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";

const keptMs = 30 * day;

/** Due work: deletes feeds a month after they ended; their URLs answer 404 as before. @returns how many */
export const deleteEndedFeeds = ({ db, clock }: Services): Promise<number> =>
  deleteInSteps(db, calendarFeeds, lt(calendarFeeds.endedAt, plus(clock(), -keptMs)));
