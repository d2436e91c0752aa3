import { sql } from "drizzle-orm";
import type { Plan, Visibility } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { roleOf } from "@/server/access/roles";
import { workspaceOfGrant } from "@/server/access/workspace-of-secret";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import {
  admission,
  beginCounting,
  type Judged,
  spend,
  type Verdict,
  verdictOf,
} from "@/server/modules/integrations/rate-limits/spend";
import { type AccessTokenFacts, readAccessToken } from "../tokens/access-token";
import { noteUse } from "./note-use";

interface Row extends Judged {
  workspaceId: string;
  id: string;
  userId: string;
  clientId: string;
  scopes: string[];
  lastUsedAt: string | null;
  isCounted: boolean;
  plan: Plan;
  mayChangeLeave: boolean;
  isAdmin: boolean;
  locationIds: string[];
  departmentIds: string[];
  locationId: string;
  departmentId: string;
  visibility: Visibility;
}

/** The user that a token speaks for, and whether its limits admit the request. `error` is set when a limit refused it. */
export interface GrantAdmission extends Verdict {
  actor: Actor & { userId: string };
  clientId: string;
  /** Whether the workspace lets apps change leave at all (decision 13.4). */
  mayChangeLeave: boolean;
}

// A grant is looked up by its id's bytes, as keys are by their hash.
const statement = admission(
  (
    lookup,
    within,
  ) => sql`select g.workspace_id, g.id, g.user_id, g.client_id, g.scopes, g.last_used_at, w.plan,
      w.ai_apps_may_change_leave, w.visibility, u.is_admin, u.location_id, u.department_id,
      array(select a.location_id from location_admins a
        where a.workspace_id = g.workspace_id and a.user_id = g.user_id and ${within(sql`a.workspace_id`)}) as location_ids,
      array(select a.department_id from department_approvers a
        where a.workspace_id = g.workspace_id and a.user_id = g.user_id and ${within(sql`a.workspace_id`)}) as department_ids,
      exists (select from rate_counters c where c.workspace_id = g.workspace_id and c.key_id = g.id
        and ${within(sql`c.workspace_id`)}) as is_counted
    from oauth_grants g
    join oauth_clients c on c.id = g.client_id and c.deleted_at is null
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id and u.status = 'ACTIVE'
    join workspaces w on w.id = g.workspace_id
    where ${within(sql`g.workspace_id`)} and ${within(sql`u.workspace_id`)} and ${within(sql`w.id`)}
      and g.id = encode(${lookup}, 'hex')::uuid and g.revoked_at is null and g.expires_at > t.now`,
  sql`k.workspace_id as "workspaceId", k.id, k.user_id as "userId", k.client_id as "clientId", k.scopes,
    k.last_used_at as "lastUsedAt", k.is_counted as "isCounted", k.plan,
    k.ai_apps_may_change_leave as "mayChangeLeave", k.is_admin as "isAdmin",
    k.location_ids as "locationIds", k.department_ids as "departmentIds",
    k.location_id as "locationId", k.department_id as "departmentId", k.visibility`,
  grantLimits,
);

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/**
 * Admits a request with an access token: looks its grant up, checks rate and quota (decision 13.7), counts the request and reads the user's
 * role, in one statement.
 * @param audiences the accepted resources; by default all of ours
 * @returns null when the token is not ours, is for another resource, has expired, or its grant has ended
 */
export async function admitGrant(
  services: Services,
  token: string,
  audiences?: readonly string[],
): Promise<GrantAdmission | null> {
  const facts = await readAccessToken(services, token, audiences);
  if (!facts || facts.isExpired) return null;
  const workspaceId = await workspaceOfGrant(services, facts);
  if (workspaceId === null) return null;
  const row = await spend<Row>(services, statement, { workspaceId, hash: bytesOf(facts.grantId) });
  if (!row || row.userId !== facts.userId) return null;
  if (!row.isCounted) {
    await beginCounting(services, row);
    return admitGrant(services, token, audiences);
  }
  const verdict = await verdictOf(services, statement, row);
  const lastUsedAt = row.lastUsedAt === null ? null : new Date(row.lastUsedAt);
  if (!verdict.error) await noteUse(services, { ...row, lastUsedAt });
  const { clientId, mayChangeLeave } = row;
  return { actor: actorOf(row, facts), clientId, mayChangeLeave, ...verdict };
}

/** Counts one more request against the grant's limits, for a batch. @throws ApiError RATE_LIMITED, QUOTA_EXCEEDED */
export async function spendMore(
  services: Services,
  { actor: { workspaceId, via } }: GrantAdmission,
): Promise<void> {
  if (via.type !== "grant") throw new ApiError("FORBIDDEN");
  const row = await spend<Row>(services, statement, { workspaceId, hash: bytesOf(via.grantId) });
  if (!row) throw new ApiError("UNAUTHORIZED");
  const { error } = await verdictOf(services, statement, row);
  if (error) throw error;
}

function actorOf(row: Row, { scopes }: AccessTokenFacts): Actor & { userId: string } {
  const { workspaceId, userId, plan, locationIds, departmentIds, locationId, departmentId, visibility } = row;
  return {
    ...{ workspaceId, userId, plan, locationIds, departmentIds },
    own: { locationId, departmentId, visibility },
    role: roleOf(row),
    via: {
      type: "grant",
      grantId: row.id,
      clientId: row.clientId,
      // A token may have fewer scopes than its grant, never more.
      scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    },
  };
}
