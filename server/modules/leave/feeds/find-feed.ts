import { and, eq, isNull, sql } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import { preparedBy } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { presentedSecret } from "@/server/kernel/workspace-secret";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";

const byHash = preparedBy((db) =>
  scoped(givenWorkspace, calendarFeeds)
    .select(db, {
      workspaceId: calendarFeeds.workspaceId,
      id: calendarFeeds.id,
      userId: calendarFeeds.userId,
      kind: calendarFeeds.kind,
      locationId: calendarFeeds.locationId,
      fetchedAt: calendarFeeds.fetchedAt,
      workspaceName: workspaces.name,
      teamFeedsAllowed: workspaces.teamFeedsAllowed,
      locale: mailLanguageOf(givenWorkspace),
    })
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .innerJoin(workspaces, eq(workspaces.id, calendarFeeds.workspaceId))
    .where(
      and(
        eq(calendarFeeds.hash, sql.placeholder("hash")),
        isNull(calendarFeeds.endedAt),
        eq(users.status, "ACTIVE"),
      ),
    )
    .prepare("calendar_feed_by_hash"),
);

export type FoundFeed = Awaited<ReturnType<ReturnType<typeof byHash>["execute"]>>[number];

/** Finds a feed by the token of its URL. @returns null when it does not exist or has ended */
export async function findFeed(services: Services, token: string): Promise<FoundFeed | null> {
  const presented = presentedSecret(token);
  const workspaceId = await workspaceOfSecret(services, "feed", presented);
  if (workspaceId === null) return null;
  const [found] = await byHash(services.db).execute({ workspaceId, hash: presented.hash });
  return found ?? null;
}
