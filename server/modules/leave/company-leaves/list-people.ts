import { and, eq, type SQL, sql } from "drizzle-orm";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { users } from "@/drizzle/schema/people";
import type { CompanyLeaveOutcome } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import {
  byName,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { peopleShown } from "./schema";
import { loadCompanyLeave, ofCompanyLeave } from "./store";

/** The people to list; by default all. */
interface Wanted {
  id: string;
  outcome?: readonly CompanyLeaveOutcome[] | undefined;
  shown?: (typeof peopleShown)[number];
}

const shownAs: Record<(typeof peopleShown)[number], SQL | undefined> = {
  all: undefined,
  booked: sql`${companyLeavePeople.outcome} in ('BOOKED', 'PARTLY_BOOKED')`,
  left: sql`${companyLeavePeople.outcome} not in ('BOOKED', 'PARTLY_BOOKED')`,
  kept: sql`${companyLeavePeople.undo} = 'KEPT'`,
};

const select = (ctx: Ctx, which: SQL | undefined, order: ReturnType<typeof inListOrder>, limit: number) =>
  scoped(workspaceOf(ctx.actor), companyLeavePeople)
    .select(ctx.db, {
      id: users.id,
      name: users.name,
      outcome: companyLeavePeople.outcome,
      obstacle: companyLeavePeople.obstacle,
      missing: companyLeavePeople.missing,
      booked: companyLeavePeople.booked,
      away: companyLeavePeople.away,
      undo: companyLeavePeople.undo,
      sortKey: order.sortKey,
    })
    .innerJoin(users, eq(users.id, companyLeavePeople.userId))
    .where(and(which, order.after))
    .orderBy(...order.by)
    .limit(limit + 1);

export type CompanyLeavePerson = Awaited<ReturnType<typeof select>>[number];

/**
 * The people of a company leave, by name, and what became of each.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function listPeople(
  ctx: Ctx,
  { id, outcome, shown = "all" }: Wanted,
  start: PageStart,
): Promise<Listed<CompanyLeavePerson>> {
  requireRight(ctx, "company-leaves:read");
  await loadCompanyLeave(ctx, id);
  const which = and(
    ofCompanyLeave(id),
    outcome && isAnyOf(companyLeavePeople.outcome, outcome),
    shownAs[shown],
  );
  const order = inListOrder({ name: byName(users.name) }, "name", users.id, start);
  return listed(await select(ctx, which, order, start.limit), start, () =>
    scoped(workspaceOf(ctx.actor), companyLeavePeople).select(ctx.db, counted).where(ofCompanyLeave(id)),
  );
}
