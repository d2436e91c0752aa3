import { and, exists, ne, not, or, type SQL, sql } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { day, plus, utcDay } from "@/server/kernel/time/clock";

/** Departments that a person approves, or where they stand in for an approver now or later. A place's local day may be a day behind. */
const dutiesOf = (ctx: Ctx, account: SQL): SQL => sql`
  select own.department_id from ${departmentApprovers} own
  where own.workspace_id = ${ctx.actor.workspaceId}::uuid and own.user_id = ${account}
  union select theirs.department_id from ${delegations} d
  join ${departmentApprovers} theirs on theirs.workspace_id = d.workspace_id and theirs.user_id = d.user_id
    and theirs.department_id = coalesce(d.department_id, theirs.department_id)
  where d.workspace_id = ${ctx.actor.workspaceId}::uuid and d.stand_in_id = ${account} and d.ended_at is null
    and d.end_date >= ${utcDay(plus(ctx.now(), -day))}::date`;

/**
 * Which of these accounts reach people outside the caller's reach, through departments with people in other locations. The rest of an
 * account's reach follows from its role (its keys, webhooks, apps and reports never reach further), which `isBeyond` compares; integrations
 * belong to administrators.
 */
export async function findReachingFurther(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const narrow = reachesOf(ctx).filter(({ kind }) => kind !== "workspace");
  if (narrow.length === 0 || ids.length === 0) return new Set();
  const account = sql`account.id`;
  const beyond = scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { one: sql`1` })
    .where(
      and(
        ne(users.status, "DELETED"),
        sql`${users.departmentId} in (${dutiesOf(ctx, account)})`,
        or(
          ...narrow.map((reach) => {
            const { within } = scoped(reach, users);
            return within && not(within);
          }),
        ),
      ),
    );
  const rows = await ctx.db
    .select({ id: sql<string>`account.id` })
    .from(sql`unnest(${arrayOf(ids)}::uuid[]) as account(id)`)
    .where(exists(beyond));
  return new Set(rows.map(({ id }) => id));
}

/** The account reaches people outside the caller's reach. */
export class ReachesFurther extends ApiError {
  constructor() {
    super("FORBIDDEN", {
      ...because("accountBeyond"),
      resolution: "Ask an administrator to change how they sign in.",
    });
  }
}

/**
 * A caller who changes what proves an identity (its address, or the link to its password) could take the account over, so their reach must
 * contain the account's (decision 2.4).
 * @throws ApiError ReachesFurther
 */
export async function requireAccountWithin(tx: Ctx, { id }: { id: string }): Promise<void> {
  if ((await findReachingFurther(tx, [id])).size > 0) throw new ReachesFurther();
}
