import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { locations } from "./directory";
import { users } from "./people";
import { feedKinds } from "./values";

export const feedKind = pgEnum("feed_kind", feedKinds);

/** An address under which calendar programs fetch a user's calendar (decision 12.8). */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    kind: feedKind().notNull(),
    /** The location of the public holidays; null for the other kinds. */
    locationId: uuid(),
    /** SHA-256 of the token in the feed's address. */
    hash: bytes().notNull(),
    createdAt: instant().notNull(),
    /** When it last got another address. */
    rotatedAt: instant(),
    endedAt: instant(),
    /** Accurate to a few minutes. */
    fetchedAt: instant(),
    /** The User-Agent of that fetch. */
    fetchedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("calendar_feeds_hash_unique").on(t.hash, t.workspaceId),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }).onDelete("cascade"),
    check("calendar_feeds_location_check", sql`(${t.kind} = 'HOLIDAYS') = (${t.locationId} is not null)`),
    index("calendar_feeds_user_index").on(t.workspaceId, t.userId, t.id),
    index("calendar_feeds_location_index").on(t.workspaceId, t.locationId),
    index("calendar_feeds_ended_index").on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
);
