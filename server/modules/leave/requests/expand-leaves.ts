import type { Ctx } from "@/server/access/ctx";
import { findLeaveTypes } from "@/server/modules/leave/leave-types/find-leave-types";
import type { LeaveTypeRow } from "@/server/modules/leave/leave-types/list-leave-types";
import { findUsers, type UserRow } from "@/server/modules/people/people/find-users";
import type { LeaveExpansion } from "./schema";
import type { SeenLeave } from "./see";

/** `P` is the type of a person in the result: v1 shows more fields than v2. */
export type ExpandedLeaveRow<P = UserRow> = SeenLeave & {
  user?: P | null | undefined;
  /** Null when there is no approver, or when they are outside the caller's reach. */
  approver?: P | null | undefined;
  /** Null when the type is private and hidden from the caller. */
  leaveType?: LeaveTypeRow | null | undefined;
};

type FindPeople<P> = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, P>>;

function peopleIn(rows: readonly SeenLeave[], expand: readonly LeaveExpansion[]): string[] {
  const ids: string[] = [];
  for (const row of rows) {
    if (expand.includes("user")) ids.push(row.userId);
    if (expand.includes("approver") && row.approverId) ids.push(row.approverId);
  }
  return ids;
}

/** Expands leaves with one query for people and one for leave types. `findPeople` defines the fields of a person. */
export async function expandLeavesWith<P>(
  ctx: Ctx,
  rows: readonly SeenLeave[],
  expand: readonly LeaveExpansion[],
  findPeople: FindPeople<P>,
): Promise<ExpandedLeaveRow<P>[]> {
  if (expand.length === 0 || rows.length === 0) return [...rows];
  const ids = peopleIn(rows, expand);
  const [people, types] = await Promise.all([
    ids.length > 0 ? findPeople(ctx, ids) : new Map<string, P>(),
    expand.includes("leaveType")
      ? findLeaveTypes(
          ctx,
          rows.flatMap(({ leaveTypeId }) => leaveTypeId ?? []),
        )
      : undefined,
  ]);
  return rows.map((row) => ({
    ...row,
    user: expand.includes("user") ? (people.get(row.userId) ?? null) : undefined,
    approver: expand.includes("approver") ? (people.get(row.approverId ?? "") ?? null) : undefined,
    leaveType: types && (types.get(row.leaveTypeId ?? "") ?? null),
  }));
}

/** Expands leaves, with people as v2 shows them. */
export const expandLeaves = (
  ctx: Ctx,
  rows: readonly SeenLeave[],
  expand: readonly LeaveExpansion[] = [],
): Promise<ExpandedLeaveRow[]> => expandLeavesWith(ctx, rows, expand, findUsers);
