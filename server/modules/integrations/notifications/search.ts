import { eq, sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/server/access/ctx";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { searchScheduled } from "@/server/modules/integrations/schedules/search";
import { type NotificationRow, notificationSchedule } from "./schedule";
import type { NotificationFilter } from "./schema";

const { name, timezone, destinations, frequency } = notifications;
/** The values of every destination's field. */
const ofDestinations = (field: string) => sql`jsonb_path_query_array(${destinations}, ${field})`;
const texts = sql`concat_ws(' ', ${name}, ${timezone}, ${ofDestinations("$[*].platform")},
  ${ofDestinations("$[*].channelName")}, ${ofDestinations("$[*].addresses[*]")})`;

const frequencies = { all: undefined, daily: "DAILY", weekly: "WEEKLY", birthday: "BIRTHDAY" } as const;

/** A page of the notifications that match a filter, oldest first: the caller's, or for an administrator everyone's. */
export function searchNotifications(
  ctx: Ctx,
  { kind, ...filter }: NotificationFilter,
  start: PageStart,
): Promise<Listed<NotificationRow & { ownerName: string }>> {
  const wanted = frequencies[kind];
  const also = wanted && eq(frequency, wanted);
  return searchScheduled(notificationSchedule, ctx, { ...filter, texts, also }, start);
}
