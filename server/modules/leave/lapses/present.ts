import { encodeId } from "@/server/kernel/schema";
import { amountIn } from "@/server/kernel/time/amount";
import { dayText } from "@/server/kernel/time/calendar-date";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { FoundLapse } from "./find-lapses";
import type { ListedLapse, TypeSum } from "./search-lapses";

/** For the pages of the person's balances. */
export const lapseOfPersonView = ({
  leaveTypeId,
  leaveTypeName,
  day,
  amount,
  hoursPerDay,
  dayHours,
}: FoundLapse) => ({
  leaveTypeId: encodeId("leaveType", leaveTypeId),
  leaveTypeName,
  lapsesOn: dayText(day),
  amount: amountIn(toDays(amount), hoursPerDay, dayHours),
});

/** For the pages of those who manage the person. */
export const lapseView = (lapse: ListedLapse) => ({
  userId: encodeId("user", lapse.employee.id),
  userName: lapse.userName,
  locationName: lapse.locationName,
  departmentName: lapse.departmentName,
  leaveTypeId: encodeId("leaveType", lapse.leaveTypeId),
  leaveTypeName: lapse.leaveTypeName,
  leaveTypeColor: lapse.leaveTypeColor,
  lapsesOn: dayText(lapse.day),
  amount: amountIn(toDays(lapse.amount), lapse.hoursPerDay, lapse.dayHours),
  notice: lapse.notice && {
    at: lapse.notice.at.toISOString(),
    isByHand: lapse.notice.stage === null,
    /** Null for one that was not sent by hand, or by someone who is gone. */
    sentByName: lapse.notice.sentByName,
  },
});

/** Sums over people have tenths of days. */
export const typeSumView = ({
  leaveTypeId,
  leaveTypeName,
  leaveTypeColor,
  amount,
  peopleCount,
}: TypeSum) => ({
  leaveTypeId: encodeId("leaveType", leaveTypeId),
  leaveTypeName,
  leaveTypeColor,
  days: Math.round(toDays(amount) * 10) / 10,
  peopleCount,
});
