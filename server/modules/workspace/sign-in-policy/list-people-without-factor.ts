import { and, asc, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { PageStart } from "@/server/kernel/database/list-order";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { type Page, pageOf } from "@/server/kernel/database/page-token";
import { factorDueAtUnder, hasNoFactor } from "./factor-duty";
import { isConcerned } from "./find-factor-policy";
import { readPolicy } from "./store";

/** Someone whom the policy concerns and who has no second factor. */
export interface PersonWithoutFactor {
  id: string;
  name: string;
  email: string;
  /** From when on they may do nothing else before they have added one. */
  dueAt: Date | null;
  isDue: boolean;
}

/** The people whom the policy concerns and who have no second factor, by name. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function listPeopleWithoutFactor(
  ctx: Ctx,
  { limit, after }: PageStart,
): Promise<Page<PersonWithoutFactor>> {
  requireAdmin(ctx);
  const workspace = workspaceOf(ctx.actor);
  const policy = await readPolicy(ctx.db, ctx.actor.workspaceId);
  const place = sql`(${inNameOrder(users.name)}, ${users.id})`;
  const rows = await scoped(workspace, users)
    .select(ctx.db, {
      id: users.id,
      name: users.name,
      email: users.email,
      dueAt: factorDueAtUnder(policy),
    })
    .where(
      and(
        isConcerned(policy),
        hasNoFactor(workspace),
        after ? sql`${place} > (${after.key}::text, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(inNameOrder(users.name), asc(users.id))
    .limit(limit + 1);
  const dated = rows.map((row) => ({ ...row, isDue: row.dueAt !== null && row.dueAt <= ctx.now() }));
  return pageOf(dated, limit, ({ name, id }) => ({ key: name, id }));
}
