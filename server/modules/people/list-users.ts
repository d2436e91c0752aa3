import { and, asc, eq, gt, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { likeLiteral } from "@/server/kernel/name-search";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/page-token";
import { type ExpandedUserRow, expandUsers } from "./expand-users";
import { chosenParams, isChosen, type PeopleChoice } from "./find-chosen-people";
import { requireExpandable } from "./policy";
import type { UserExpansion } from "./schema";
import { carriesLabel, isNamedLike, userFields } from "./store";

export interface UserFilter extends Omit<PeopleChoice, "userId"> {
  status: readonly UserStatus[];
  /** The whole address, in upper or lower case. */
  email?: string | undefined;
  /** The whole employee id. */
  employeeId?: string | undefined;
  /** A part of the name, or the beginning of the address. */
  search?: string | undefined;
  expand?: readonly UserExpansion[] | undefined;
  limit: number;
  after: Position | null;
}

const looksFor = ({ email, employeeId, search }: UserFilter): boolean =>
  (email ?? employeeId ?? search) !== undefined;

/**
 * The reach, then one letter for each part of the statement that is there only when it is asked for. Who looks for somebody gets one of
 * two statements with all parts, so that there are not as many as combinations; an address has an index of its own.
 */
function shapeOf(ctx: Ctx, input: UserFilter): string {
  if (looksFor(input)) return `${ctx.reach.kind}:${input.email === undefined ? "n" : "e"}`;
  return `${ctx.reach.kind}:${input.status.length === 1 ? "1" : ""}${input.locations ? "l" : ""}${input.departments ? "d" : ""}${input.labels ? "b" : ""}`;
}

const isLookedFor = and(
  isChosen,
  sql`(${sql.placeholder("employeeId")}::text is null or ${users.employeeId} = ${sql.placeholder("employeeId")})`,
  sql`(${sql.placeholder("within")}::text is null or ${isNamedLike()})`,
);

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
        parts.includes("e") ? sql`lower(${users.email}) = lower(${sql.placeholder("email")})` : undefined,
        /[en]/.test(parts) ? isLookedFor : undefined,
        gt(users.id, sql.placeholder("afterId")),
      ),
    )
    .orderBy(asc(users.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_users_${shape}`);
});

function lookParams({ email, employeeId, search }: UserFilter) {
  const literal = search === undefined ? undefined : likeLiteral(search);
  return { email, employeeId, within: literal && `%${literal}%`, start: literal && `${literal}%` };
}

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
    ...chosenParams(input),
    ...lookParams(input),
    afterId: input.after?.id ?? firstId,
    rows: input.limit + 1,
  });
  const page = pageOf(rows, input.limit, (row) => ({ key: "", id: row.id }));
  return { items: await expandUsers(ctx, page.items, expand), next: page.next };
}
