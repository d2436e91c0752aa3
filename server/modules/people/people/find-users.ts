import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Role } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import {
  givenReach,
  givenReachOrSelf,
  givenWorkspace,
  reachParams,
  selfAndReachParams,
} from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type UserRow, userFields } from "./store";

export type { UserRow };
export type UserRowWithRole = UserRow & { role: Role };

const hasId = isAnyOf(users.id, sql.placeholder("ids"));

const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, userFields(givenWorkspace))
    .where(hasId)
    .prepare(`find_users_${kind}`),
);

const queryWithRole = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, { ...userFields(givenWorkspace), ...appointedTo(givenWorkspace) })
    .where(hasId)
    .prepare(`find_users_with_role_${kind}`),
);

const paramsOf = (ctx: Ctx, ids: readonly string[]) => ({
  ...reachParams(ctx.reach),
  ids: [...new Set(ids)],
});

/** The people with these ids who are within reach, by id: one query for a page of leaves. */
export async function findUsers(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const rows = await query(ctx.db, ctx.reach.kind).execute(paramsOf(ctx, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const queryWithSelf = preparedBy((db, kind) =>
  scoped(givenReachOrSelf(kind), users)
    .select(db, userFields(givenWorkspace))
    .where(hasId)
    .prepare(`find_users_with_self_${kind}`),
);

/** Like `findUsers`, but always includes the caller: what a single read names (decision 5). */
export async function findUsersAndSelf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  const rows = await queryWithSelf(ctx.db, ctx.reach.kind).execute({
    ...selfAndReachParams(ctx),
    ids: [...new Set(ids)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Like `findUsers`, with each person's role, which v1 shows. */
export async function findUsersWithRole(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserRowWithRole>> {
  const rows = await queryWithRole(ctx.db, ctx.reach.kind).execute(paramsOf(ctx, ids));
  return new Map(rows.map((row) => [row.id, { ...row, role: roleOf(row) }]));
}
