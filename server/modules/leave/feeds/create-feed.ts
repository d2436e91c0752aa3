import { eq } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { locations } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { sha256 } from "@/server/kernel/secrets";
import { newSecret } from "@/server/kernel/workspace-secret";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { maxFeeds } from "./policy";
import type { FeedCreate } from "./schema";
import { selectFeeds } from "./store";

/** A secret, and its stored hash. */
export function newToken(workspaceId: string): { token: string; hash: Buffer } {
  const token = newSecret(workspaceId);
  return { token, hash: sha256(token) };
}

/** The URL from which calendar programs fetch a feed. */
export const feedUrl = ({ services }: Pick<Ctx, "services">, token: string): string =>
  `${services.settings.appUrl}/ical/${token}.ics`;

/**
 * Creates a calendar feed for the caller (decision 12.8). Locks the person's row, so that concurrent calls cannot exceed the maximum number
 * of feeds.
 * @returns the URL, shown only this once
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR, CONFLICT when the caller has too many
 */
export function createFeed(ctx: Ctx, input: FeedCreate): Promise<{ id: string; url: string }> {
  return inTransaction(ctx, async (tx) => {
    const { userId, workspaceId } = tx.actor;
    const owner = userId && (await readEmployee(tx, userId, "lock"));
    if (!owner) throw new ApiError("FORBIDDEN");
    if (input.kind === "TEAM") await requireTeamFeeds(tx);
    if (input.locationId) await requireLocation(tx, input.locationId);
    if ((await selectFeeds(tx, owner.id)).length >= maxFeeds)
      throw new ApiError("CONFLICT", {
        ...because("feedCount", { limit: maxFeeds }),
        resolution: "End one that isn't used any more.",
      });
    const id = newId();
    const { token, hash } = newToken(workspaceId);
    const row = { workspaceId, id, userId: owner.id, ...input, hash, createdAt: tx.now() };
    await tx.db.insert(calendarFeeds).values(row);
    await recordAudit(tx, {
      action: "calendar_feed.create",
      resourceType: "calendar_feed",
      resourceId: id,
      changes: changesOf({}, input),
    });
    return { id, url: feedUrl(tx, token) };
  });
}

async function requireTeamFeeds(tx: Ctx): Promise<void> {
  const [workspace] = await tx.db
    .select({ isAllowed: workspaces.teamFeedsAllowed })
    .from(workspaces)
    .where(eq(workspaces.id, tx.actor.workspaceId));
  if (!workspace?.isAllowed) throw new ApiError("FORBIDDEN", because("teamFeedsOff"));
}

async function requireLocation(tx: Ctx, id: string): Promise<void> {
  const [found] = await scoped(workspaceOf(tx.actor), locations)
    .select(tx.db, { id: locations.id })
    .where(eq(locations.id, id));
  if (!found) throw invalid([{ path: "locationId", ...fault("locationForeign") }]);
}
