import { sql } from "drizzle-orm";
import type { Services } from "@/server/kernel/services";
import type { Due } from "./find-due";
import { type Claimed, provided } from "./take";

/** Puts claimed deliveries back, due at once, as though they had not been claimed. */
export const releaseClaims = (services: Services, claims: readonly Claimed[]): Promise<void> =>
  finish(
    services,
    claims.map(({ delivery }) => delivery),
    { status: "pending", error: null },
  );

/** Gives deliveries up without an attempt, unless somebody has claimed them meanwhile. */
export const cancelDue = (services: Services, due: readonly Due[]): Promise<void> =>
  finish(services, due, { status: "cancelled", error: "OUT_OF_REACH" });

async function finish(
  { db, clock }: Services,
  rows: readonly Pick<Due, "workspaceId" | "id" | "fence">[],
  { status, error }: { status: "pending" | "cancelled"; error: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  const at = clock().toISOString();
  await db.execute(sql`
    update webhook_deliveries d set status = ${status}::delivery_status, error = coalesce(${error}, d.error),
      next_attempt_at = ${status === "pending" ? at : null}::timestamptz,
      completed_at = ${status === "pending" ? null : at}::timestamptz, leased_by = null, leased_until = null
    from unnest(
      ${sql.param(rows.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(rows.map(({ id }) => id))}::uuid[],
      ${sql.param(rows.map(({ fence }) => fence))}::int[]) as r(workspace_id, id, fence)
    where d.workspace_id = r.workspace_id and d.id = r.id
      and ${provided(sql`d.fence = r.fence and d.status = 'pending'`)}`);
}
