import { and, asc, eq, gt, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { type UserStatus, userStatuses } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isWrittenAfter, startingAt, writtenParams } from "@/server/kernel/database/written-order";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { type ExpandedUserRow, expandUsers } from "./expand-users";
import { chosenParams, isChosen, type PeopleChoice } from "./find-chosen-people";
import { requireExpandable } from "./policy";
import type { UserExpansion } from "./schema";
import { hasLabel, isNamedLike, namedLike, userFields, userPosition } from "./store";

export interface UserFilter extends Omit<PeopleChoice, "userId"> {
  /** By default active people; with `updatedSince` people of every status. */
  status?: readonly UserStatus[] | undefined;
  /** Only people changed at or after this instant, in the order of their changes. */
  updatedSince?: Date | undefined;
  /** The whole address, case-insensitive. */
  email?: string | undefined;
  /** The whole employee id. */
  employeeId?: string | undefined;
  /** A part of the name, or the start of the address. */
  search?: string | undefined;
  expand?: readonly UserExpansion[] | undefined;
  limit: number;
  after: Position | null;
}

const looksFor = ({ email, employeeId, search }: UserFilter): boolean =>
  (email ?? employeeId ?? search) !== undefined;

/**
 * The reach, then one letter for each optional part of the statement. A search uses one of two statements with all parts, which avoids a
 * statement for each combination; an address has its own index.
 */
function shapeOf(ctx: Ctx, input: UserFilter, statuses: readonly UserStatus[]): string {
  const order = input.updatedSince ? "s" : "";
  if (looksFor(input)) return `${ctx.reach.kind}:${order}${input.email === undefined ? "n" : "e"}`;
  return `${ctx.reach.kind}:${order}${statuses.length === 1 ? "1" : ""}${input.locations ? "l" : ""}${input.departments ? "d" : ""}${input.labels ? "b" : ""}`;
}

const isLookedFor = and(
  isChosen,
  sql`(${sql.placeholder("employeeId")}::text is null or ${users.employeeId} = ${sql.placeholder("employeeId")})`,
  sql`(${sql.placeholder("text")}::text is null or ${isNamedLike()})`,
);

const query = preparedBy((db, shape) => {
  const [kind = "", parts = ""] = shape.split(":");
  return scoped(givenReach(kind), users)
    .select(db, userFields(givenWorkspace))
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
        parts.includes("b") ? hasLabel() : undefined,
        parts.includes("e") ? sql`lower(${users.email}) = lower(${sql.placeholder("email")})` : undefined,
        /[en]/.test(parts) ? isLookedFor : undefined,
        parts.includes("s")
          ? isWrittenAfter(userPosition, users.id)
          : gt(users.id, sql.placeholder("afterId")),
      ),
    )
    .orderBy(...(parts.includes("s") ? [userPosition] : []), asc(users.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_users_${shape}`);
});

function lookParams({ email, employeeId, search }: UserFilter) {
  return {
    email: email && typedAddress(email),
    employeeId,
    ...(search === undefined ? { text: null, start: null } : namedLike(search)),
  };
}

/** Cursor of the page, in the requested order. */
async function startOf(ctx: Ctx, { updatedSince, after }: UserFilter) {
  if (!updatedSince) return { afterId: after?.id ?? firstId };
  const rows = { workspaceId: ctx.actor.workspaceId, table: users };
  return writtenParams(ctx.db, rows, after ?? startingAt(updatedSince));
}

/**
 * The people within reach, in the order in which they were added, which a change of name does not disturb. With `updatedSince` the changed
 * people, in the order of their changes: a caller that continues after the last one misses none.
 * @throws ApiError INSUFFICIENT_SCOPE for an expansion that the caller may not read
 */
export async function listUsers(ctx: Ctx, input: UserFilter): Promise<Page<ExpandedUserRow>> {
  const expand = input.expand ?? [];
  requireExpandable(ctx, expand);
  const statuses = input.status ?? (input.updatedSince ? userStatuses : ["ACTIVE"]);
  const rows = await query(ctx.db, shapeOf(ctx, input, statuses)).execute({
    ...reachParams(ctx.reach),
    ...(await startOf(ctx, input)),
    status: statuses[0],
    statuses,
    ...chosenParams(input),
    ...lookParams(input),
    rows: input.limit + 1,
  });
  const page = pageOf(rows, input.limit, (row) => ({
    key: input.updatedSince ? row.updatedAt.toISOString() : "",
    id: row.id,
  }));
  return { items: await expandUsers(ctx, page.items, expand), next: page.next };
}
