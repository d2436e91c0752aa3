import { and, desc, sql } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import type { Ctx } from "@/server/access/ctx";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import type { DelegationStatus } from "./schema";
import { type DelegationRow, isKnown, isOneOf, selectDelegations } from "./store";

interface Wanted {
  status?: DelegationStatus[] | undefined;
  limit: number;
  after: Position | null;
}

/**
 * The delegations visible to the caller, latest first: those in which they are the approver or the stand-in; for a location admin also
 * those of approvers of their locations, for an administrator all.
 */
export async function listDelegations(
  ctx: Ctx,
  { status, limit, after }: Wanted,
): Promise<Page<DelegationRow>> {
  const earlier =
    after && sql`(${delegations.startDate}, ${delegations.id}) < (${after.key}::date, ${after.id}::uuid)`;
  const which = and(isKnown(ctx), status && isOneOf(ctx, status), earlier ?? undefined);
  const rows = await selectDelegations(ctx, which)
    .orderBy(desc(delegations.startDate), desc(delegations.id))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ startDate, id }) => ({ key: startDate, id }));
}
