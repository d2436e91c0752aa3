import { sql } from "drizzle-orm";
import type { Plan, UserStatus } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { roleOf } from "@/server/access/roles";
import { isScope, roleAllows, type Scope } from "@/server/access/scopes";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import type { Services } from "@/server/kernel/services";
import {
  admission,
  type Judged,
  spend,
  type Verdict,
  verdictOf,
} from "@/server/modules/integrations/rate-limits/spend";
import { presentedKey } from "./key-format";

interface Row extends Judged {
  workspaceId: string;
  id: string;
  ownerId: string;
  scopes: string[];
  plan: Plan;
  addOn: boolean;
  ownerStatus: UserStatus;
  isAdmin: boolean;
  locationIds: string[];
  departmentIds: string[];
}

/** The admission of a request with a known key. `error` is set when a limit refused it. */
export interface Admission extends Verdict {
  actor: Actor;
  ownerId: string;
  ownerIsActive: boolean;
  /** Whether the workspace's plan and settings allow keys (decision 4.3). */
  addOn: boolean;
}

function scopesInForce(row: Row, role: Actor["role"]): Scope[] {
  return row.scopes.filter(isScope).filter((scope) => roleAllows(role, scope));
}

function actorOf(row: Row): Actor {
  const role = roleOf(row);
  return {
    workspaceId: row.workspaceId,
    userId: row.ownerId,
    role,
    locationIds: row.locationIds,
    departmentIds: row.departmentIds,
    plan: row.plan,
    via: { type: "apiKey", keyId: row.id, scopes: scopesInForce(row, role) },
  };
}

const statement = admission(
  (
    hash,
    within,
  ) => sql`select k.workspace_id, k.id, k.owner_id, k.scopes, w.plan, w.open_api_enabled, u.status, u.is_admin,
      array(select a.location_id from location_admins a
        where a.workspace_id = k.workspace_id and a.user_id = k.owner_id and ${within(sql`a.workspace_id`)}) as location_ids,
      array(select a.department_id from department_approvers a
        where a.workspace_id = k.workspace_id and a.user_id = k.owner_id and ${within(sql`a.workspace_id`)}) as department_ids
    from api_keys k
    join users u on u.workspace_id = k.workspace_id and u.id = k.owner_id
    join workspaces w on w.id = k.workspace_id
    where ${within(sql`k.workspace_id`)} and ${within(sql`u.workspace_id`)} and ${within(sql`w.id`)}
      and k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > t.now)`,
  sql`k.workspace_id as "workspaceId", k.id, k.owner_id as "ownerId", k.scopes, k.plan,
    (k.open_api_enabled and k.plan <> 'FREE') as "addOn", k.status as "ownerStatus", k.is_admin as "isAdmin",
    k.location_ids as "locationIds", k.department_ids as "departmentIds"`,
);

/**
 * Looks up a key, checks its rate and quota, counts the request and reads its owner's role, in one statement.
 * @returns null when the key is unknown, revoked or expired.
 */
export async function admitKey(services: Services, plainKey: string): Promise<Admission | null> {
  const presented = presentedKey(plainKey);
  const workspaceId = await workspaceOfSecret(services, "apiKey", presented);
  if (workspaceId === null) return null;
  const row = await spend<Row>(services, statement, { workspaceId, hash: presented.hash });
  return row ? admissionOf(services, row) : null;
}

async function admissionOf(services: Services, row: Row): Promise<Admission> {
  const known = {
    actor: actorOf(row),
    ownerId: row.ownerId,
    ownerIsActive: row.ownerStatus === "ACTIVE",
    addOn: row.addOn,
  };
  return { ...known, ...(await verdictOf(services, statement, row)) };
}
