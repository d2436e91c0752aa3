import { sql } from "drizzle-orm";
import type { Plan } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import {
  admission,
  type Judged,
  spend,
  type Verdict,
  verdictOf,
} from "@/server/modules/integrations/rate-limits/spend";

interface Row extends Judged {
  workspaceId: string;
  id: string;
  plan: Plan;
}

/** The admission of a request with a known legacy key. `error` is set when a limit refused it. */
export interface LegacyAdmission extends Verdict {
  actor: Actor;
  keyId: string;
}

/** Legacy keys are company-wide and unscoped, and work on every plan (decisions 4.3, 10). */
const actorOf = (row: Row): Actor => ({
  workspaceId: row.workspaceId,
  userId: null,
  role: "ADMIN",
  locationIds: [],
  departmentIds: [],
  plan: row.plan,
  via: { type: "legacyKey", keyId: row.id },
});

const statement = admission(
  (hash, within) => sql`select k.workspace_id, k.id, w.plan
    from legacy_keys k join workspaces w on w.id = k.workspace_id
    where ${within(sql`k.workspace_id`)} and ${within(sql`w.id`)} and k.hash = ${hash} and k.deleted_at is null`,
  sql`k.workspace_id as "workspaceId", k.id, k.plan`,
);

/**
 * Looks up a legacy key, checks its rate and quota and counts the request, in one statement.
 * @returns null when the key is unknown or deleted.
 */
export async function admitLegacyKey(services: Services, plainKey: string): Promise<LegacyAdmission | null> {
  const hash = sha256(plainKey);
  // Its text is not ours, and says nothing about its workspace.
  const workspaceId = await workspaceOfSecret(services, "legacyKey", { hash, workspaceId: null });
  if (workspaceId === null) return null;
  const row = await spend<Row>(services, statement, { workspaceId, hash });
  if (!row) return null;
  const known = { actor: actorOf(row), keyId: row.id };
  return { ...known, ...(await verdictOf(services, statement, row)) };
}
