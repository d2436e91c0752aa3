import { sql } from "drizzle-orm";
import type { Plan } from "@/drizzle/schema/values";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { noWorkspace, presentedSecret } from "@/server/kernel/workspace-secret";
import { tokenPrefix, usedWrittenEveryMs } from "./policy";

/** A directory that may provision. */
export interface Directory {
  ctx: Ctx;
  connectionId: string;
}

interface Row {
  id: string;
  connectionId: string;
  plan: Plan;
  isUsedNow: boolean;
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const at = sql`${placeholder("at")}::timestamptz`;

const find = statement<Row>(sql`
  select t.id, t.connection_id as "connectionId", w.plan,
    (t.last_used_at is null or t.last_used_at < ${placeholder("usedBefore")}::timestamptz) as "isUsedNow"
  from provisioning_tokens t join workspaces w on w.id = t.workspace_id and w.id = ${workspace}
  where t.workspace_id = ${workspace} and t.hash = ${placeholder("hash")}::bytea
    and (t.expires_at is null or t.expires_at > ${at})`);

const noteUse = statement(sql`
  update provisioning_tokens set last_used_at = ${at}
  where workspace_id = ${workspace} and id = ${placeholder("id")}::uuid`);

/**
 * The directory of a bearer token. It acts with an administrator's rights on people, and as no one of them.
 * @returns null when the token is unknown, ended or malformed
 */
export async function admitDirectory(
  services: Services,
  token: string,
  requestId: string,
): Promise<Directory | null> {
  if (!token.startsWith(tokenPrefix)) return null;
  const { hash, workspaceId } = presentedSecret(token.slice(tokenPrefix.length));
  if (workspaceId === null || workspaceId === noWorkspace) return null;
  const db = services.dbOf(workspaceId);
  const now = services.clock();
  const usedBefore = plus(now, -usedWrittenEveryMs).toISOString();
  const [row] = await find(db, { workspaceId, hash, at: now.toISOString(), usedBefore });
  if (!row) return null;
  if (row.isUsedNow) await noteUse(db, { workspaceId, id: row.id, at: now.toISOString() });
  const actor = {
    workspaceId,
    userId: null,
    role: "ADMIN",
    locationIds: [],
    departmentIds: [],
    plan: row.plan,
    via: { type: "directory", connectionId: row.connectionId },
  } as const;
  return { ctx: ctxFor(services, actor, requestId), connectionId: row.connectionId };
}

/** The connection of a directory's ctx. */
export function connectionOf({ actor }: Ctx): string {
  if (actor.via.type !== "directory") throw new Error("Only a directory provisions.");
  return actor.via.connectionId;
}
