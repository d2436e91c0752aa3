import { sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/server/access/ctx";
import { type Db, insertInto, statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";

/** One line of the audit log. */
export interface AuditLine {
  /** Resource and verb: `api_key.create`, `leave.approve`. */
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** The approver in whose place a stand-in decided. */
  standsInForId?: string | null;
  /** Field by field, without secrets. */
  changes?: Record<string, { from?: unknown; to?: unknown }>;
}

/** The source of an action without a ctx: a sign-in, or the effect of a mailed link. */
export interface AuditSource {
  workspaceId: string;
  at: Date;
  /** Null when no identity was proven. */
  actingUserId: string | null;
  requestId?: string | null;
  /** For an app: the approval that it acted with, and the app. */
  grantId?: string;
  clientId?: string;
}

const insert = insertInto(auditEvents);

/** `recordAudit` without a ctx. `db` must be the transaction of the change, if there is one. */
export async function recordAuditLines(
  db: Db,
  source: AuditSource,
  lines: readonly AuditLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await db.insert(auditEvents).values(lines.map((line) => ({ ...source, ...line, id: newId() })));
}

/** Writes an audit line in the transaction of the change: both commit or neither. `ctx.db` must be that transaction. */
export async function recordAudit(ctx: Ctx, line: AuditLine): Promise<void> {
  await insert(ctx.db, rowOf(ctx, line));
}

const { placeholder } = sql;
const insertMany = statement(sql`
  insert into ${auditEvents} (workspace_id, id, at, action, resource_type, resource_id, acting_user_id, owner_id, stands_in_for_id,
    key_id, grant_id, client_id, via, request_id, changes)
  select "workspaceId", id, at, action, "resourceType", "resourceId", "actingUserId", "ownerId", "standsInForId",
    "keyId", "grantId", "clientId", via, "requestId", changes
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given("workspaceId" uuid, id uuid, at timestamptz, action text,
    "resourceType" text, "resourceId" text, "actingUserId" uuid, "ownerId" uuid, "standsInForId" uuid, "keyId" uuid,
    "grantId" uuid, "clientId" uuid, via text, "requestId" text, changes jsonb)`);

/** `recordAudit` for many lines, in one statement. */
export async function recordAudits(ctx: Ctx, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length === 0) return;
  await insertMany(ctx.db, { rows: JSON.stringify(lines.map((line) => rowOf(ctx, line))) });
}

function rowOf(ctx: Ctx, line: AuditLine): Required<typeof auditEvents.$inferInsert> {
  const { actor } = ctx;
  const keyed = actor.via.type === "apiKey" || actor.via.type === "legacyKey" ? actor.via : null;
  const app = actor.via.type === "grant" ? actor.via : null;
  return {
    workspaceId: actor.workspaceId,
    id: newId(),
    at: ctx.now(),
    action: line.action,
    resourceType: line.resourceType,
    resourceId: line.resourceId,
    actingUserId: actor.userId,
    ownerId: ctx.keyOwner?.id ?? null,
    standsInForId: line.standsInForId ?? null,
    keyId: keyed?.keyId ?? null,
    grantId: app?.grantId ?? null,
    clientId: app?.clientId ?? null,
    via: actor.via.type === "mail" || actor.via.type === "directory" ? actor.via.type : null,
    requestId: ctx.requestId,
    changes: line.changes ?? null,
  };
}
