import type { Ctx } from "@/server/access/ctx";
import { findLeaveTypes } from "@/server/modules/leave-types/find-leave-types";
import type { LeaveTypeRow } from "@/server/modules/leave-types/list-leave-types";
import { findUsers, type UserRow } from "@/server/modules/people/find-users";
import type { LeaveExpansion } from "./schema";
import type { SeenLeave } from "./see";

/** `P` is what is known of a person: v1 shows more than v2. */
export type ExpandedLeaveRow<P = UserRow> = SeenLeave & {
  user?: P | null | undefined;
  /** Null when there is none, or when they lie outside the caller's reach. */
  approver?: P | null | undefined;
  /** Null when it is private, and not for whoever asks. */
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

/** Adds what was asked for to leaves, with one query for people and one for leave types; `findPeople` says how much of a person. */
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

/** Leaves with what was asked for, people as v2 shows them. */
export const expandLeaves = (
  ctx: Ctx,
  rows: readonly SeenLeave[],
  expand: readonly LeaveExpansion[] = [],
): Promise<ExpandedLeaveRow[]> => expandLeavesWith(ctx, rows, expand, findUsers);
