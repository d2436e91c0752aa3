import { sql } from "drizzle-orm";
import type { Services } from "@/server/kernel/services";
import type { Claimed } from "./claim";

/** Puts claimed deliveries back, due at once, as though they had not been claimed. */
export async function releaseClaims(services: Services, claims: readonly Claimed[]): Promise<void> {
  await finish(services, claims, { status: "pending", error: null });
}

/** Gives claimed deliveries up without an attempt. */
export const cancelClaims = (services: Services, claims: readonly Claimed[]): Promise<void> =>
  finish(services, claims, { status: "cancelled", error: "OUT_OF_REACH" });

async function finish(
  { db, clock }: Services,
  claims: readonly Claimed[],
  { status, error }: { status: "pending" | "cancelled"; error: string | null },
): Promise<void> {
  if (claims.length === 0) return;
  const at = clock().toISOString();
  const rows = claims.map(({ delivery }) => delivery);
  await db.execute(sql`
    update webhook_deliveries d set status = ${status}::delivery_status, error = coalesce(${error}, d.error),
      next_attempt_at = ${status === "pending" ? at : null}::timestamptz,
      completed_at = ${status === "pending" ? null : at}::timestamptz, leased_by = null, leased_until = null
    from unnest(
      ${sql.param(rows.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(rows.map(({ id }) => id))}::uuid[],
      ${sql.param(rows.map(({ fence }) => fence))}::int[]) as r(workspace_id, id, fence)
    where d.workspace_id = r.workspace_id and d.id = r.id and d.fence = r.fence and d.status = 'pending'`);
}
