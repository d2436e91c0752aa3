import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { ApiError } from "@/server/kernel/errors";
import { findLeaveTypes } from "@/server/modules/leave/leave-types/find-leave-types";
import { findPerson } from "@/server/modules/people/people/find-people";
import { type Employment, findMisfits, type Misfit } from "./find-misfits";

/** With the leave type's name, which the caller may see. */
export type NamedMisfit = Misfit & { leaveTypeName: string };

/**
 * The leave that a new first or last day of work would cancel or shorten, like `endLeaveBeyond`, without changing it.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function previewEmployment(
  ctx: Ctx,
  userId: string,
  employment: Employment,
): Promise<NamedMisfit[]> {
  requireRight(ctx, "users:write");
  const person = await findPerson(ctx, userId);
  // A manager may see the private leave of the person.
  if (!person?.isManaged) throw new ApiError("RESOURCE_NOT_FOUND");
  const misfits = await findMisfits(ctx, userId, employment);
  const types = await findLeaveTypes(
    ctx,
    misfits.map(({ leave }) => leave.leaveTypeId),
  );
  return misfits.map((one) => ({ ...one, leaveTypeName: types.get(one.leave.leaveTypeId)?.name ?? "" }));
}
