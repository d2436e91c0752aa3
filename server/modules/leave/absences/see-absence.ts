import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { EffectiveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { reaches } from "@/server/access/reach";
import { canSeeType, type LeaveOwner, ownerField } from "@/server/modules/leave/requests/see";

export const absenceTime = {
  startDate: leaves.startDate,
  endDate: leaves.endDate,
  isFullDayLeave: leaves.isFullDayLeave,
  startHour: leaves.startHour,
  startMinute: leaves.startMinute,
  endHour: leaves.endHour,
  endMinute: leaves.endMinute,
  startPart: leaves.startPart,
  endPart: leaves.endPart,
};

export const absenceType = { id: leaveTypes.id, name: leaveTypes.name, color: leaveTypes.color };

/** The columns that `seeAbsence` needs of a leave with its owner and type. */
export const absenceFields = () => ({
  user: {
    id: users.id,
    name: users.name,
    departmentId: users.departmentId,
    locationId: users.locationId,
  },
  leaveId: leaves.id,
  status: leaves.status,
  time: absenceTime,
  type: absenceType,
  owner: ownerField(),
});

export interface Away {
  id: string;
  name: string;
  departmentId: string;
  locationId: string;
}

/** An approved or requested absence, reduced to what everyone within sight may see (decision 11.2). */
export interface Absence {
  user: Away;
  /** Null for callers who see the person only because of the workspace's visibility. */
  leaveId: string | null;
  time: Pick<typeof leaves.$inferSelect, keyof typeof absenceTime>;
  status: EffectiveStatus;
  /** Null when the type is private and hidden from the caller. */
  type: { id: string; name: string; color: string } | null;
}

interface Found extends Omit<Absence, "leaveId" | "status"> {
  leaveId: string;
  status: (typeof leaves.$inferSelect)["status"];
  type: NonNullable<Absence["type"]>;
  /** Null when the leave type is not private. */
  owner: LeaveOwner | null;
}

/** Reduces a leave to what the caller may see of a person within sight. */
export function seeAbsence(ctx: Ctx, { user, leaveId, status, type, owner, time }: Found): Absence {
  const isOpenable = ctx.actor.userId === user.id || reaches(ctx.reach, user);
  return {
    user,
    leaveId: isOpenable ? leaveId : null,
    time,
    status: status === "OPEN" ? "OPEN" : "APPROVED",
    type: canSeeType(ctx, { userId: user.id, status }, owner) ? type : null,
  };
}
