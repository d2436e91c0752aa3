import { and, desc, eq, lt } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import type { CreditStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { loadReadable } from "@/server/modules/leave/balances/read";
import { type SeenCredit, seeCredit, selectCredits } from "./store";

interface Filter {
  userIds: readonly string[];
  status?: readonly CreditStatus[] | undefined;
  limit: number;
  after: Position | null;
}

const older = (after: Position | null) => (after ? lt(credits.id, after.id) : undefined);

/** The credits of people within reach, the newest first. */
export async function listCredits(ctx: Ctx, filter: Filter): Promise<Page<SeenCredit>> {
  const which = and(
    filter.userIds.length > 0 ? isAnyOf(credits.userId, filter.userIds) : undefined,
    filter.status ? isAnyOf(credits.status, filter.status) : undefined,
    older(filter.after),
  );
  const rows = await selectCredits(ctx, ctx.reach, which)
    .orderBy(desc(credits.id))
    .limit(filter.limit + 1);
  return seenPage(ctx, rows, filter.limit);
}

/** The credits of one person, oneself included, the newest first. @throws ApiError RESOURCE_NOT_FOUND */
export async function listCreditsOf(
  ctx: Ctx,
  { userId, limit, after }: { userId: string; limit: number; after: Position | null },
): Promise<Page<SeenCredit>> {
  await loadReadable(ctx, userId);
  const rows = await selectCredits(ctx, workspaceOf(ctx.actor), and(eq(credits.userId, userId), older(after)))
    .orderBy(desc(credits.id))
    .limit(limit + 1);
  return seenPage(ctx, rows, limit);
}

function seenPage(
  ctx: Ctx,
  rows: Awaited<ReturnType<typeof selectCredits>>,
  limit: number,
): Page<SeenCredit> {
  const { items, next } = pageOf(rows, limit, ({ credit }) => ({ key: "", id: credit.id }));
  return { items: items.map((row) => seeCredit(ctx, row)), next };
}
