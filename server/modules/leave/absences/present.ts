import { encodeId } from "@/server/kernel/schema";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import type { ShownAbsence } from "./find-absences";
import type { Absence, Away } from "./see-absence";

export const awayV2 = ({ id, name, departmentId, locationId }: Away) => ({
  id: encodeId("user", id),
  name,
  departmentId: encodeId("department", departmentId),
  locationId: encodeId("location", locationId),
});

export const absenceV2 = ({ user, leaveId, time, status, type }: Absence) => ({
  leaveId: leaveId && encodeId("leave", leaveId),
  user: awayV2(user),
  ...time,
  ...dayPartsOf(time),
  status,
  leaveTypeId: type && encodeId("leaveType", type.id),
});

/** Leave with the days on which it shows. */
export const shownAbsenceV2 = ({ awayOn, ...absence }: ShownAbsence) =>
  Object.assign(absenceV2(absence), { awayOn });

/** For the pages. */
export const absenceView = (absence: Absence) => {
  const { isFullDayLeave, startHour, startMinute, endHour, endMinute, startDate, endDate } = absence.time;
  return {
    leaveId: absence.leaveId && encodeId("leave", absence.leaveId),
    userId: encodeId("user", absence.user.id),
    name: absence.user.name,
    ...{ startDate, endDate, isFullDayLeave },
    ...dayPartsOf(absence.time),
    startMinutes: startHour * 60 + startMinute,
    endMinutes: endHour * 60 + endMinute,
    status: absence.status,
    isAway: absence.isAway,
    type: absence.type && { name: absence.type.name, color: absence.type.color },
  };
};
