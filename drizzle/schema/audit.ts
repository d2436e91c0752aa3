import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { workspaces } from "./workspaces";

/** Who did what: one row for every write, in the transaction of the write (decision 4.9). Append-only. */
export const auditEvents = pgTable(
  "audit_events",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    at: instant().notNull(),
    /** `leave.approve`, `api_key.create` …: resource and verb. */
    action: text().notNull(),
    resourceType: text().notNull(),
    resourceId: text(),
    /** The acting user, whose permission was used. Null for the operator's command line and for jobs. */
    actingUserId: uuid(),
    /** The key owner, when a key was used. */
    ownerId: uuid(),
    /** The approver represented by the deciding stand-in. */
    standsInForId: uuid(),
    keyId: uuid(),
    /** The OAuth grant and the app, when an app acted for the user. */
    grantId: uuid(),
    clientId: uuid(),
    /** `mail` for an action through a mailed link, without signing in. */
    via: text().$type<"mail">(),
    requestId: text(),
    /** Field by field `{ from, to }`, without secrets. */
    changes: jsonb().$type<Record<string, { from?: unknown; to?: unknown }>>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("audit_events_time_index").on(t.workspaceId, t.at, t.id),
    /** The changes of one person, including former names and addresses. */
    index("audit_events_user_index").on(t.workspaceId, t.resourceId).where(sql`${t.resourceType} = 'user'`),
    /** The history of one leave. */
    index("audit_events_leave_index").on(t.workspaceId, t.resourceId).where(sql`${t.resourceType} = 'leave'`),
  ],
);
