import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { workspaces } from "./workspaces";

/** What decides about a leave: a request, a cancellation or a change that waits for consent. */
export const decisionActions = [
  "leave.approve",
  "leave.deny",
  "leave.consent",
  "leave.refuse",
  "leave.agreeChange",
  "leave.refuseChange",
] as const;

// Constants, so that the planner recognizes the partial index below.
const decisions = sql.raw(decisionActions.map((action) => `'${action}'`).join(", "));

/** Whether a line is a decision about a leave. */
export const isLeaveDecision = ({
  resourceType,
  action,
}: Record<"resourceType" | "action", AnyPgColumn>): SQL =>
  sql`${resourceType} = 'leave' and ${action} in (${decisions})`;

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
    via: text().$type<"mail" | "directory">(),
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
    /** The decisions of one user about leave, for the list of them. */
    index("audit_events_decider_index")
      .on(t.workspaceId, t.actingUserId, t.at, t.id)
      .where(isLeaveDecision(t)),
  ],
);
