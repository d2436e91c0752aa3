import { and, asc, eq, sql } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { holidays, locations } from "@/drizzle/schema/directory";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { wordsOf } from "@/server/words/words";
import { composeEvents, holidayEvents } from "./compose-events";
import type { FoundFeed } from "./find-feed";
import { type FeedSpan, findFeedLeave, readLeaveStamp } from "./find-feed-leave";
import { icalendar } from "./icalendar";
import { feedMonths, noteFetchEveryMs, refreshHours } from "./policy";

/** A calendar that is generated only when the reader's copy is stale. */
export interface ReadFeed {
  /** Entity tag without quotes: equal for equal calendars (RFC 9110, 8.8.3). */
  tag: string;
  text(): Promise<string>;
}

/** The day a number of months from another, clamped to the end of the month. */
function monthsFrom(at: Date, months: number): string {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), last))).toISOString().slice(0, 10);
}

/**
 * A feed's current contents for its owner, by their sight now and not at its creation.
 * @returns null when it shows nothing any more: the workspace forbids it, or the owner can no longer sign in
 */
export async function readFeed(services: Services, feed: FoundFeed): Promise<ReadFeed | null> {
  if (feed.kind === "TEAM" && !feed.teamFeedsAllowed) return null;
  const via = { type: "feed", feedId: feed.id } as const;
  const actor = await loadActor(services.db, feed.workspaceId, feed.userId, via);
  if (!actor) return null;
  const ctx = ctxFor(services, actor, newRequestId(), feed.locale);
  const now = ctx.now();
  const span = { from: monthsFrom(now, -feedMonths.before), until: monthsFrom(now, feedMonths.ahead) };
  const content =
    feed.kind === "HOLIDAYS"
      ? await holidaysOf(ctx, feed, span)
      : await leaveOf(ctx, feed, { ...span, self: feed.kind === "MINE" ? feed.userId : null });
  const parts = JSON.stringify([feed.id, feed.kind, feed.locale, feed.workspaceName, span, content.stamp]);
  return { tag: sha256(parts).toString("base64url"), text: content.text };
}

async function leaveOf(ctx: Ctx, feed: FoundFeed, span: FeedSpan) {
  const { locale } = feed;
  const isOwn = feed.kind === "MINE";
  const { appUrl } = ctx.services.settings;
  const name = `${wordsOf(locale).say(isOwn ? "feed.mine" : "feed.team")} – ${feed.workspaceName}`;
  return {
    stamp: await readLeaveStamp(ctx, span),
    text: async () => {
      const urlOf = (leaveId: string) => `${appUrl}/dashboard/leaves/${encodeId("leave", leaveId)}`;
      const found = await findFeedLeave(ctx, span);
      const events = composeEvents(found, { isOwn, locale, urlOf });
      return icalendar({ name, refreshHours, events });
    },
  };
}

async function holidaysOf(ctx: Ctx, feed: FoundFeed, { from, until }: { from: string; until: string }) {
  const rows = await scoped(workspaceOf(ctx.actor), holidays)
    .select(ctx.db, {
      id: holidays.id,
      date: holidays.date,
      name: holidays.name,
      isHalfDay: holidays.isHalfDay,
      place: locations.name,
    })
    .innerJoin(locations, eq(locations.id, holidays.locationId))
    .where(
      and(
        eq(holidays.locationId, feed.locationId ?? ""),
        sql`${holidays.date} between ${from}::date and ${until}::date`,
      ),
    )
    .orderBy(asc(holidays.date), asc(holidays.id));
  const { locale } = feed;
  const name = [wordsOf(locale).say("feed.holidays"), rows[0]?.place].filter(Boolean).join(" – ");
  return {
    stamp: JSON.stringify(rows),
    text: async () => icalendar({ name, refreshHours, events: holidayEvents(rows, locale, ctx.now()) }),
  };
}

/** Records a fetch of a feed, rate-limited. @param by its User-Agent */
export async function noteFetch(services: Services, feed: FoundFeed, by: string): Promise<void> {
  const now = services.clock();
  const noted = feed.fetchedAt?.getTime() ?? 0;
  if (now.getTime() - noted < noteFetchEveryMs) return;
  await scoped(workspaceOf({ workspaceId: feed.workspaceId }), calendarFeeds)
    .update(services.db)
    .set({ fetchedAt: now, fetchedBy: by.slice(0, 200) })
    .where(eq(calendarFeeds.id, feed.id));
}
