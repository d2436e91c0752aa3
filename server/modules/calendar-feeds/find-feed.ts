import { and, eq, isNull, sql } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { userSettings } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/db";
import { sha256 } from "@/server/kernel/secrets";

const anywhere = everyWorkspace("the secret says whose it is");

const byHash = preparedBy((db) =>
  scoped(anywhere, calendarFeeds)
    .select(db, {
      workspaceId: calendarFeeds.workspaceId,
      id: calendarFeeds.id,
      userId: calendarFeeds.userId,
      kind: calendarFeeds.kind,
      locationId: calendarFeeds.locationId,
      fetchedAt: calendarFeeds.fetchedAt,
      workspaceName: workspaces.name,
      teamFeedsAllowed: workspaces.teamFeedsAllowed,
      language: userSettings.language,
      mailLanguage: mailPreferences.language,
    })
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .innerJoin(workspaces, eq(workspaces.id, calendarFeeds.workspaceId))
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .leftJoin(mailPreferences, eq(mailPreferences.userId, users.id))
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
export async function findFeed(db: Db, token: string): Promise<FoundFeed | null> {
  const [found] = await byHash(db).execute({ hash: sha256(token) });
  return found ?? null;
}
