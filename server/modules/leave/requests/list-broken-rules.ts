import type { Ctx } from "@/server/access/ctx";
import { findMarks, type RuleMark } from "@/server/modules/leave/rules/find-marks";
import { findUsersAndSelf } from "@/server/modules/people/people/find-users";
import { getLeave } from "./get-leave";

/**
 * The rules that a leave broke when it was last judged: warnings, and what someone went ahead in spite of. None for those who may not see
 * the leave's type. The name of a person whom the caller can't see is null.
 * @throws ApiError RESOURCE_NOT_FOUND as getLeave does
 */
export async function listBrokenRules(ctx: Ctx, id: string): Promise<RuleMark[]> {
  const leave = await getLeave(ctx, id);
  const marks = leave.leaveTypeId === null ? [] : await findMarks(ctx, [leave.id]);
  const people = await findUsersAndSelf(
    ctx,
    marks.flatMap(({ overriddenById }) => overriddenById ?? []),
  );
  const nameOf = (userId: string | null) => userId && (people.get(userId)?.name ?? null);
  return marks.map((mark) => ({ ...mark, overriddenByName: nameOf(mark.overriddenById) }));
}
