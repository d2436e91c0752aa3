import type { RequestFormValues } from "@/app/(web)/dashboard/request/form-values";

type Name = keyof RequestFormValues;

/** Fields of the API by the field of the form that shows them. */
const shownAt: Record<string, Name> = {
  leaveTypeId: "leaveTypeId",
  startDate: "startDate",
  endDate: "endDate",
  isFullDayLeave: "part",
  startHour: "startTime",
  startMinute: "startTime",
  endHour: "endTime",
  endMinute: "endTime",
  reason: "reason",
};

/** Where a fault is shown: hours stand at the choice of a half, whose fields they are not. */
export const fieldOf = (path: string, { part }: Pick<RequestFormValues, "part">): Name | null => {
  const name = shownAt[path];
  const isTime = name === "startTime" || name === "endTime";
  return isTime && part !== "hours" ? "part" : (name ?? null);
};
