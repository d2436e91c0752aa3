import { lt } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";

const keptMs = 30 * day;

/** Due work: deletes feeds a month after they ended; their URLs answer 404 as before. @returns how many */
export const deleteEndedFeeds = (services: Services): Promise<number> =>
  deleteInSteps(services, calendarFeeds, lt(calendarFeeds.endedAt, plus(services.clock(), -keptMs)));
