import type { RequestFormValues } from "@/app/(app)/dashboard/(leave)/request/form-values";

type Name = keyof RequestFormValues;

/** API fields mapped to the form fields that show their errors. */
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

/** The field that shows a fault. For half days, faults of hours show at the choice of the part, which has no hour fields. */
export const fieldOf = (path: string, { part }: Pick<RequestFormValues, "part">): Name | null => {
  const name = shownAt[path];
  const isTime = name === "startTime" || name === "endTime";
  return isTime && part !== "hours" ? "part" : (name ?? null);
};
