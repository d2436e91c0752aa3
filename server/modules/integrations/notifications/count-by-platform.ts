import { sql } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { notificationSchedule } from "./schedule";

const sentTo = (platform: IntegrationPlatform) => sql<number>`count(*) filter (
  where ${notifications.destinations} @> jsonb_build_array(jsonb_build_object('platform', ${platform}::text)))::int`;

/** The number of notifications visible to the caller that send to a platform, by platform. */
export async function countByPlatform(ctx: Ctx): Promise<Record<IntegrationPlatform, number>> {
  const [counts] = await scoped(workspaceOf(ctx.actor), notifications)
    .select(ctx.db, { slack: sentTo("slack"), microsoft: sentTo("microsoft") })
    .where(notificationSchedule.visible(ctx));
  return counts ?? { slack: 0, microsoft: 0 };
}
