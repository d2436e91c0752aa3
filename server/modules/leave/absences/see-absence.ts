import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { CalendarStatus, EffectiveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { reaches } from "@/server/access/reach";
import { worksElsewhere } from "@/server/modules/leave/calendars/away";
import { canSeeType, type LeaveOwner, ownerField } from "@/server/modules/leave/requests/see";
import { givenLanguage, nameFor } from "@/server/modules/leave/type-names/name-in";

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

export const absenceType = {
  id: leaveTypes.id,
  name: nameFor(givenLanguage),
  color: leaveTypes.color,
  calendarStatus: leaveTypes.calendarStatus,
};

/** The columns that `seeAbsence` needs of a leave with its owner and type; a query executes with `languageParam`. */
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
  /** False while the person works, at another place. A hidden type is always away, so that it reveals nothing. */
  isAway: boolean;
}

interface Found extends Omit<Absence, "leaveId" | "status" | "isAway"> {
  leaveId: string;
  status: (typeof leaves.$inferSelect)["status"];
  type: NonNullable<Absence["type"]> & { calendarStatus: CalendarStatus };
  /** Null when the leave type is not private. */
  owner: LeaveOwner | null;
}

/** Reduces a leave to what the caller may see of a person within sight. */
export function seeAbsence(ctx: Ctx, { user, leaveId, status, type, owner, time }: Found): Absence {
  const seen = canSeeType(ctx, { userId: user.id, status }, owner) ? type : null;
  const isOpenable = ctx.actor.userId === user.id || reaches(ctx.reach, user);
  return {
    user,
    leaveId: isOpenable ? leaveId : null,
    time,
    status: status === "OPEN" ? "OPEN" : "APPROVED",
    type: seen,
    isAway: !seen || !worksElsewhere(seen.calendarStatus),
  };
}
