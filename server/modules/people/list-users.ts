import { and, asc, eq, gt, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/page-token";
import { type ExpandedUserRow, expandUsers } from "./expand-users";
import { requireExpandable } from "./policy";
import type { UserExpansion } from "./schema";
import { carriesLabel, userFields } from "./store";

export interface UserFilter {
  status: readonly UserStatus[];
  locations?: readonly string[] | undefined;
  departments?: readonly string[] | undefined;
  /** By id or name. */
  labels?: readonly { id: string | null; name: string }[] | undefined;
  expand?: readonly UserExpansion[] | undefined;
  limit: number;
  after: Position | null;
}

/** The reach, then one letter for each part of the statement that is there only when it is asked for. */
const shapeOf = (ctx: Ctx, input: UserFilter): string =>
  `${ctx.reach.kind}:${input.status.length === 1 ? "1" : ""}${input.locations ? "l" : ""}${input.departments ? "d" : ""}${input.labels ? "b" : ""}`;

const query = preparedBy((db, shape) => {
  const [kind = "", parts = ""] = shape.split(":");
  return scoped(givenReach(kind), users)
    .select(db, userFields)
    .where(
      and(
        parts.includes("1")
          ? eq(users.status, sql.placeholder("status"))
          : sql`${users.status} = any(${sql.placeholder("statuses")}::user_status[])`,
        parts.includes("l")
          ? sql`${users.locationId} = any(${sql.placeholder("locations")}::uuid[])`
          : undefined,
        parts.includes("d")
          ? sql`${users.departmentId} = any(${sql.placeholder("departments")}::uuid[])`
          : undefined,
        parts.includes("b") ? carriesLabel() : undefined,
        gt(users.id, sql.placeholder("afterId")),
      ),
    )
    .orderBy(asc(users.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_users_${shape}`);
});

/**
 * The people within reach, in the order in which they were added: an order that a change of name cannot disturb.
 * @throws ApiError INSUFFICIENT_SCOPE for an expansion that the caller may not read
 */
export async function listUsers(ctx: Ctx, input: UserFilter): Promise<Page<ExpandedUserRow>> {
  const expand = input.expand ?? [];
  requireExpandable(ctx, expand);
  const rows = await query(ctx.db, shapeOf(ctx, input)).execute({
    ...reachParams(ctx.reach),
    status: input.status[0],
    statuses: input.status,
    locations: input.locations,
    departments: input.departments,
    labelIds: input.labels?.flatMap(({ id }) => id ?? []),
    labelNames: input.labels?.map(({ name }) => name),
    afterId: input.after?.id ?? firstId,
    rows: input.limit + 1,
  });
  const page = pageOf(rows, input.limit, (row) => ({ key: "", id: row.id }));
  return { items: await expandUsers(ctx, page.items, expand), next: page.next };
}
