import type { WantedChange } from "@/drizzle/schema/wanted-change";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import { ownBalanceView } from "@/server/modules/leave/balances/present";
import type { BalanceRow } from "@/server/modules/leave/balances/read";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { dayHoursOf } from "@/server/modules/leave/calendars/hours";
import type { LeaveTime } from "@/server/modules/leave/calendars/period";
import { holidaysView, workDaysView } from "@/server/modules/leave/calendars/present";
import { type CountedDay, calendarDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { leaveTypeV1, leaveTypeV2 } from "@/server/modules/leave/leave-types/present";
import { ruleMarkV2, ruleMarkView, verdictV2, verdictView } from "@/server/modules/leave/rules/present";
import type { UserRow, UserRowWithRole } from "@/server/modules/people/people/find-users";
import { leaveUserV1, userInEventV2, userV2 } from "@/server/modules/people/people/present";
import type { ExpandedLeaveRow } from "./expand-leaves";
import type { ShownApprover } from "./find-approvers";
import type { LeaveStep } from "./find-history";
import type { Hit } from "./find-hit-days";
import type { PersonYear } from "./find-person-year";
import type { Recount } from "./find-recounts";
import type { RequestMonth } from "./find-request-month";
import type { LeaveDetails } from "./get-leave-details";
import type { SeenPerson, SeenStep } from "./get-leave-history";
import type { OwnLeave } from "./list-own-leaves";
import { overlapV2 } from "./overlap";
import { createdAtOf } from "./policy";
import type { LeavePreview } from "./preview";
import type { EmploymentEffect, NamedMisfit } from "./preview-employment";
import type { SeenLeave } from "./see";
import { isCancelling, isChanging } from "./transitions";

const changeOf = (wanted: WantedChange) => ({
  leaveTypeId: encodeId("leaveType", wanted.leaveTypeId),
  startDate: wanted.startDate,
  endDate: wanted.endDate,
  isFullDayLeave: wanted.isFullDayLeave,
  startHour: wanted.startHour,
  startMinute: wanted.startMinute,
  endHour: wanted.endHour,
  endMinute: wanted.endMinute,
  ...dayPartsOf(wanted),
  durationWorkingDays: wanted.durationWorkingDays,
});

const recordOf = (row: SeenLeave) => ({
  id: encodeId("leave", row.id),
  userId: encodeId("user", row.userId),
  approverId: row.approverId && encodeId("user", row.approverId),
  autoApproved: row.autoApproved,
  durationCalendarDays: row.durationCalendarDays,
  durationWorkingDays: row.durationWorkingDays,
  startDate: row.startDate,
  endDate: row.endDate,
  isFullDayLeave: row.isFullDayLeave,
  startHour: row.startHour,
  startMinute: row.startMinute,
  endHour: row.endHour,
  endMinute: row.endMinute,
  ...dayPartsOf(row),
  leaveTypeId: row.leaveTypeId && encodeId("leaveType", row.leaveTypeId),
  locationId: encodeId("location", row.locationId),
  departmentId: encodeId("department", row.departmentId),
  status: row.status,
  reason: row.reason,
  statusReason: row.statusReason,
  approvedLevel: row.approvedLevel,
  cancellationRequestedAt: row.cancelAskedAt?.toISOString() ?? null,
  changeRequestedAt: row.changeAskedAt?.toISOString() ?? null,
  requestedChange: row.wantedChange && changeOf(row.wantedChange),
  companyLeaveId: row.companyLeaveId && encodeId("companyLeave", row.companyLeaveId),
  createdAt: createdAtOf(row).toISOString(),
});

/** The v2 leave without expansions, with its hours as of now. */
export const leaveV2 = (row: SeenLeave) =>
  Object.assign(recordOf(row), {
    durationHours: row.hours ?? null,
    updatedAt: row.updatedAt.toISOString(),
  });

const expansionsOf = <P>(row: ExpandedLeaveRow, person: (row: UserRow) => P) => ({
  ...(row.user !== undefined && { user: row.user && person(row.user) }),
  ...(row.approver !== undefined && { approver: row.approver && person(row.approver) }),
  ...(row.leaveType !== undefined && { leaveType: row.leaveType && leaveTypeV2(row.leaveType) }),
});

export const expandedLeaveV2 = (row: ExpandedLeaveRow) =>
  Object.assign(leaveV2(row), expansionsOf(row, userV2));

/** The v2 leave in an event: a snapshot without free text (decision 8). */
export function leaveInEventV2(row: ExpandedLeaveRow) {
  const { reason: _reason, statusReason: _statusReason, ...fields } = recordOf(row);
  return { ...fields, ...expansionsOf(row, userInEventV2) };
}

export function leaveV1(row: ExpandedLeaveRow<UserRowWithRole>) {
  const {
    reason: _reason,
    statusReason: _statusReason,
    approvedLevel: _approvedLevel,
    cancellationRequestedAt: _cancellationRequestedAt,
    startPart: _startPart,
    endPart: _endPart,
    changeRequestedAt: _changeRequestedAt,
    requestedChange: _requestedChange,
    companyLeaveId: _companyLeave,
    ...sealed
  } = recordOf(row);
  return {
    ...sealed,
    createdAt: row.createdAt?.toISOString() ?? null,
    ...(row.user !== undefined && { user: row.user && leaveUserV1(row.user) }),
    ...(row.approver !== undefined && { approver: row.approver && leaveUserV1(row.approver) }),
    ...(row.leaveType && { leaveType: leaveTypeV1(row.leaveType) }),
  };
}

/** The time of a leave for the pages. */
export const timeView = (time: LeaveTime) => ({
  startDate: time.startDate,
  endDate: time.endDate,
  isFullDayLeave: time.isFullDayLeave,
  startMinutes: time.startHour * 60 + time.startMinute,
  endMinutes: time.endHour * 60 + time.endMinute,
  ...dayPartsOf(time),
});

const dayView = ({ day, amount, kind, holiday, after }: CountedDay) => ({
  date: dayText(day),
  amount: toDays(amount),
  kind,
  holiday,
  after: toDays(after),
});

/** One's own leave for the pages. */
export const ownLeaveView = ({
  leaveTypeName,
  leaveTypeColor,
  approverName,
  standsInForName,
  ...row
}: OwnLeave) => ({
  id: encodeId("leave", row.id),
  ...timeView(row),
  durationWorkingDays: row.durationWorkingDays,
  hours: row.hours,
  dayHours: row.dayHours,
  status: row.status,
  approvedLevel: row.approvedLevel,
  autoApproved: row.autoApproved,
  reason: row.reason,
  statusReason: row.statusReason,
  createdAt: row.createdAt,
  isCancelling: isCancelling(row),
  isChanging: isChanging(row),
  leaveTypeName,
  leaveTypeColor,
  approverName,
  standsInForName,
  remindedOn: row.remindedOn,
  openQuestion: row.openQuestion,
});

const lengthsOf = (balance: Pick<BalanceRow, "hoursPerDay" | "dayHours"> | undefined) => ({
  hoursPerDay: balance?.hoursPerDay ?? null,
  dayHours: balance?.dayHours ?? null,
});

const misfitView = (
  { leave, rest, leaveTypeName, returned }: NamedMisfit,
  balances: readonly BalanceRow[],
) => ({
  ...lengthsOf(balances.find(({ leaveTypeId }) => leaveTypeId === leave.leaveTypeId)),
  id: encodeId("leave", leave.id),
  ...timeView(leave),
  leaveTypeName,
  rest: rest && timeView({ ...leave, ...rest }),
  returnedDays: toDays(returned),
});

/** What a new first or last day of work does, for a page. */
export const employmentEffectView = ({ leaves, lastDay, finalBalances }: EmploymentEffect) => ({
  leaves: leaves.map((one) => misfitView(one, finalBalances)),
  lastDay: lastDay === null ? null : dayText(lastDay),
  finalBalances: finalBalances.map(({ leaveTypeName, remaining, hoursPerDay, dayHours }) => ({
    ...{ leaveTypeName, remaining: toDays(remaining ?? 0) },
    ...{ hoursPerDay, dayHours },
  })),
});

const approverView = ({ userId, name, level, awayUntil, standsInFor }: ShownApprover) => ({
  userId: encodeId("user", userId),
  name,
  level,
  awayUntil,
  standsInForId: standsInFor && encodeId("user", standsInFor),
});

const stepView = ({ by, moved, standsInFor, rules, ...step }: LeaveStep) => ({
  ...step,
  rules: rules.map(ruleMarkView),
  standsInForName: standsInFor?.name ?? null,
  by: by && { id: encodeId("user", by.id), name: by.name },
  moved: moved && { from: timeView(moved.from), to: timeView(moved.to) },
});

const timeV2 = ({
  startDate,
  endDate,
  isFullDayLeave,
  startHour,
  startMinute,
  endHour,
  endMinute,
  ...parts
}: LeaveTime) => ({
  ...{ startDate, endDate, isFullDayLeave, startHour, startMinute, endHour, endMinute },
  ...dayPartsOf({ startDate, endDate, ...parts }),
});

const personV2 = (person: SeenPerson | null) =>
  person && { id: encodeId("user", person.id), name: person.name };

export const leaveStepV2 = ({ at, by, moved, standsInFor, rules, ...step }: SeenStep) => ({
  at: at.toISOString(),
  ...step,
  rules: rules.map(ruleMarkV2),
  by: personV2(by),
  standsInFor: personV2(standsInFor),
  moved: moved && { from: timeV2(moved.from), to: timeV2(moved.to) },
});

/** One leave for its page. */
export const leaveDetailsView = ({
  leave,
  today,
  closedThrough,
  days,
  history,
  approval,
  cancelEffect,
  rules,
  breaks,
  change,
  ...details
}: LeaveDetails) => ({
  id: encodeId("leave", leave.id),
  userId: encodeId("user", leave.userId),
  leaveTypeId: leave.leaveTypeId && encodeId("leaveType", leave.leaveTypeId),
  ...timeView(leave),
  durationWorkingDays: leave.durationWorkingDays,
  hours: leave.hours ?? null,
  status: leave.status,
  approvedLevel: leave.approvedLevel,
  autoApproved: leave.autoApproved,
  reason: leave.reason,
  statusReason: leave.statusReason,
  ...details,
  /** The change that waits for consent. */
  change: change && {
    ...timeView(change.wanted),
    typeName: change.typeName,
    durationWorkingDays: change.wanted.durationWorkingDays,
    hours: change.hours,
  },
  cancelEffect: cancelEffect && {
    needsConsent: cancelEffect.needsConsent,
    needsReason: cancelEffect.needsReason,
    /** The last day that stays; null when nothing does. */
    endsOn: cancelEffect.rest?.endDate ?? null,
    daysBack: toDays(cancelEffect.daysBack),
    /** Days of other leave that count again. */
    daysAgain: toDays(cancelEffect.daysAgain),
    /** Days of them that are lost: their last day is over. */
    lapsed: cancelEffect.lapsed.map(({ amount, expiresOn }) => ({
      days: toDays(amount),
      expiresOn: dayText(expiresOn),
    })),
  },
  today: dayText(today),
  closedThrough: closedThrough === null ? null : dayText(closedThrough),
  days: days.map(({ hours, ...day }) => ({ ...dayView(day), hours })),
  approval: approval && { ...approval, approvers: approval.approvers.map(approverView) },
  history: history.map(stepView),
  rules: rules.map(ruleMarkView),
  breaks: breaks.map(verdictView),
});

/** Other leave of the person that gets days back, or whose days count again. */
const recountV2 = ({ leave, before, after }: Recount) => ({
  leaveId: encodeId("leave", leave.id),
  startDate: leave.startDate,
  endDate: leave.endDate,
  workingDaysBefore: toDays(before),
  workingDaysAfter: toDays(after),
});

/** The effect of a leave in wire format. */
export const leavePreviewV2 = ({ examined: { period, days, clashes }, ...preview }: LeavePreview) => ({
  leaveId: preview.leaveId && encodeId("leave", preview.leaveId),
  userId: encodeId("user", preview.userId),
  durationCalendarDays: calendarDays(period),
  durationWorkingDays: toDays(toThousandths(sumOf(days))),
  durationHours: preview.hours,
  hoursPerDay: preview.hoursPerDay,
  days: preview.days.map(dayView),
  balance: preview.balance && {
    unlimited: preview.balance.unlimited,
    missing: toDays(preview.balance.missing),
    years: preview.balance.years.map(({ year, asOf, before, after, carriedOverUsed }) => ({
      start: dayText(year.start),
      end: dayText(year.end),
      asOf: dayText(asOf),
      remainingBefore: toDays(before.remaining ?? 0),
      remainingAfter: toDays(after.remaining ?? 0),
      carriedOverUsed: toDays(carriedOverUsed),
    })),
  },
  approval: preview.approval && {
    ...preview.approval,
    approvers: preview.approval.approvers.map(approverView),
  },
  overlaps: clashes.map(overlapV2),
  interruptedLeaves: preview.interrupted.map(recountV2),
  colleaguesAway: preview.away.map(({ date, people }) => ({
    date,
    count: people.length,
    users: people.map(({ userId, name }) => ({ userId: encodeId("user", userId), name })),
  })),
  faults: preview.faults.map(({ code, path, message }) => ({ code, path, message })),
  rules: preview.judgement.verdicts.map(verdictV2),
  rulesVersion: preview.judgement.version,
});

/** The effect of a leave for the pages. */
export const leavePreviewView = (preview: LeavePreview) => ({
  ...leavePreviewV2(preview),
  faults: preview.faults,
  dayHours: preview.dayHours,
  interruptedLeaves: preview.interrupted.map((recount) => ({
    ...recountV2(recount),
    status: recount.leave.status,
    hoursPerDay: preview.hoursPerDayOf.get(recount.leave.id) ?? null,
  })),
  rules: preview.judgement.verdicts.map(verdictView),
  /** Whether the caller may go ahead in spite of rules that refuse, with a reason. */
  mayOverride: preview.mayOverride,
});

/** The maximum number of names listed for a day; the rest is a count. */
const maxNames = 3;

/** The rules of each day that leave would break, for the pages. */
const hitsView = (hits: readonly Hit[]) =>
  hits.map(({ day, name, effect, leaveTypeIds, ignoredLeaveTypeIds }) => ({
    date: dayText(day),
    ...{ name, effect },
    leaveTypeIds: leaveTypeIds.map((id) => encodeId("leaveType", id)),
    ignoredLeaveTypeIds: ignoredLeaveTypeIds.map((id) => encodeId("leaveType", id)),
  }));

/** One person's year for its page. */
export const personYearView = ({
  person,
  today,
  calendar,
  leaves,
  before,
  after,
  ruled,
  ...year
}: PersonYear) => ({
  ...year,
  person: { ...person, id: encodeId("user", person.id) },
  today: dayText(today),
  dayHours: dayHoursOf(calendar, today),
  place: { ...workDaysView(calendar), holidays: holidaysView(calendar) },
  leaves: leaves.map(({ leave, taken, hours, type }) => ({
    id: encodeId("leave", leave.id),
    ...timeView(leave),
    status: leave.status,
    days: toDays(taken),
    hours,
    type,
  })),
  before: before.map(ownBalanceView),
  after: after.map(ownBalanceView),
  ruled: hitsView(ruled),
});

export const requestMonthView = ({ calendar, away, ruled, ...month }: RequestMonth) => ({
  ...month,
  ...workDaysView(calendar),
  holidays: holidaysView(calendar),
  away: away.map(({ date, people }) => ({
    date,
    names: people.slice(0, maxNames).map(({ name }) => name),
    count: people.length,
  })),
  ruled: hitsView(ruled),
});
