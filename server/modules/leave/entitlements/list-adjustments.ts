import { and, desc, eq, sql } from "drizzle-orm";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { knownTypes, loadReadable } from "@/server/modules/leave/balances/read";
import { type AdjustmentRow, selectAdjustments } from "./store";

interface Wanted {
  userId: string;
  limit: number;
  after: Position | null;
}

/**
 * Lists additions to a person's balances beside the policies, and deductions, newest first. For the same people as `readBalances`; private
 * leave types and notes are visible to the person and to their managers.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function listAdjustments(
  ctx: Ctx,
  { userId, limit, after }: Wanted,
): Promise<Page<AdjustmentRow>> {
  const person = await loadReadable(ctx, userId);
  const older = after && sql`${balanceAdjustments.id} < ${after.id}::uuid`;
  const which = and(eq(balanceAdjustments.userId, userId), knownTypes(person), older ?? undefined);
  const rows = await selectAdjustments(ctx, which)
    .orderBy(desc(balanceAdjustments.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ id }) => ({ key: "", id }));
  return { ...page, items: page.items.map((row) => ({ ...row, note: person.knowsAll ? row.note : null })) };
}
