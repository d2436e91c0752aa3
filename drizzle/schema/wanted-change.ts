import type { DayCounts } from "./day-counts";
import type { EndPart, StartPart } from "./values";

/** The change of approved leave that waits for an approver's consent, as it was counted when it was asked. */
export interface WantedChange {
  leaveTypeId: string;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  startPart: StartPart;
  endPart: EndPart;
  durationCalendarDays: number;
  durationWorkingDays: number;
  dayCounts: DayCounts;
}
