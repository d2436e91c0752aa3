import type { DayCounts } from "./day-counts";

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
  durationCalendarDays: number;
  durationWorkingDays: number;
  dayCounts: DayCounts;
}
