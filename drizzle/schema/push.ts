import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";

/** The key pair by which push services recognise this installation (RFC 8292): one, made at first need, and never changed. */
export const vapidKeys = pgTable(
  "vapid_keys",
  {
    /** An uncompressed point on P-256 in base64url, as browsers expect it. */
    publicKey: text().primaryKey(),
    /** 32 bytes, encrypted with ENCRYPTION_KEY. */
    privateKey: bytes().notNull(),
    createdAt: instant().notNull(),
  },
  // Of two processes that make the first key at once, one succeeds.
  () => [uniqueIndex("vapid_keys_only_one").on(sql`(true)`)],
);

/**
 * A browser in which a person wants push notifications (RFC 8030). Its keys are public or of use with our private key only, so they are not
 * sealed.
 */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    /** The session in which the browser was last signed in: with its end the subscription ends. No key: an expired session goes first. */
    sessionId: uuid().notNull(),
    endpoint: text().notNull(),
    /** The browser's public key and authentication secret (RFC 8291) in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Names the browser, as in `sessions`. */
    userAgent: text(),
    createdAt: instant().notNull(),
    /** When the person last signed in there with notifications on. */
    signedInAt: instant().notNull(),
    /** When a push service last accepted a notification. */
    usedAt: instant(),
    /** Set by the browser. */
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("push_subscriptions_endpoint_unique").on(t.workspaceId, t.endpoint),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("push_subscriptions_user_index").on(t.workspaceId, t.userId),
    index("push_subscriptions_signed_in_index").on(t.signedInAt),
    index("push_subscriptions_expiry_index").on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
  ],
);
