import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { touchesDays } from "@/server/kernel/time/date-range";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import { toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { workDaysView } from "@/server/modules/leave/calendars/present";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { leaveV2, timeView } from "@/server/modules/leave/requests/present";
import type { SeenLeave } from "@/server/modules/leave/requests/see";
import { isCancelling, isChanging } from "@/server/modules/leave/requests/transitions";
import { verdictV2, verdictView } from "@/server/modules/leave/rules/present";
import type { DecidedLeave } from "./find-decided";
import type { Request } from "./find-to-decide";
import type { Warning } from "./policy";
import type { DecisionContext } from "./read-decision-context";
import type { RequestFacts } from "./read-facts";
import type { NearLeave } from "./read-team";

const warningV2 = (warning: Warning) =>
  warning.code === "NEGATIVE_BALANCE" ? { ...warning, missing: toDays(warning.missing) } : warning;

const userOf = ({ person }: Pick<Request, "person">) => ({
  id: encodeId("user", person.id),
  name: person.name,
  departmentId: encodeId("department", person.departmentId),
  departmentName: person.departmentName,
});

const asksOf = (leave: Request["leave"]) =>
  isCancelling(leave)
    ? ("CANCELLATION" as const)
    : isChanging(leave)
      ? ("CHANGE" as const)
      : ("LEAVE" as const);

export const toDecideV2 = ({ seen, ...request }: Request & { seen: SeenLeave }) => ({
  leave: leaveV2(seen),
  user: userOf(request),
  asks: asksOf(request.leave),
  deadline: request.deadline,
  level: request.level,
  levels: request.levels,
  warnings: request.warnings.map(warningV2),
  rules: request.rules.map(verdictV2),
});

/** Names of absent colleagues beside a request; the rest is a count. */
const maxNamesAway = 3;

/** For the pages. */
export const requestView = ({
  leave,
  stored,
  type,
  person,
  deadline,
  level,
  levels,
  hours,
  hoursPerDay,
  dayHours,
  balance,
  awayNames,
  warnings,
  rules,
  question,
  onBehalfOfName,
}: Request) => ({
  id: encodeId("leave", leave.id),
  version: leave.version,
  userName: person.name,
  departmentName: person.departmentName,
  typeName: type.name,
  typeColor: type.color,
  startDate: leave.startDate,
  endDate: leave.endDate,
  isFullDayLeave: leave.isFullDayLeave,
  startMinutes: leave.startHour * 60 + leave.startMinute,
  endMinutes: leave.endHour * 60 + leave.endMinute,
  ...dayPartsOf(leave),
  durationWorkingDays: leave.durationWorkingDays,
  ...{ hours, hoursPerDay, dayHours },
  /** The lowest balance that an approval leaves; null without a limit. */
  daysAfter:
    !balance || balance.unlimited || balance.years.length === 0
      ? null
      : toDays(Math.min(...balance.years.map(({ after }) => after))),
  away: { names: awayNames.slice(0, maxNamesAway), count: awayNames.length },
  reason: isCancelling(leave) ? leave.cancelReason : leave.reason,
  isCancelling: isCancelling(leave),
  /** The approved time, while a change of it waits for consent. */
  changes: isChanging(leave) ? timeView(stored) : null,
  deadline,
  level,
  levels,
  warnings: warnings.map(warningV2),
  rules: rules.map(verdictView),
  /** The latest of those who decide it. */
  question: question && {
    ...question,
    askedAt: new Date(question.askedAt),
    answeredAt: question.answeredAt === null ? null : new Date(question.answeredAt),
  },
  onBehalfOfName,
});

/** For the pages. */
export const decidedView = ({ id, at, step, level, leave, personName, type, isReached }: DecidedLeave) => ({
  id,
  at,
  step,
  level,
  leaveId: encodeId("leave", leave.id),
  personName,
  type,
  isReached,
  ...timeView(leave),
  durationWorkingDays: leave.durationWorkingDays,
  hours: leave.hours ?? null,
  status: leave.status,
  isCancelling: isCancelling(leave),
  isChanging: isChanging(leave),
  /** The reason of the status that it has now, of a denial the decider's. */
  statusReason: leave.statusReason,
});

// Written out for responses with thousands of entries: an object spread costs ten times as much.
const timeV2 = ({
  startDate,
  endDate,
  isFullDayLeave,
  startMinutes,
  endMinutes,
  startPart,
  endPart,
  status,
  type,
}: NearLeave) => ({
  startDate,
  endDate,
  isFullDayLeave,
  status,
  startHour: Math.floor(startMinutes / 60),
  startMinute: startMinutes % 60,
  endHour: Math.floor(endMinutes / 60),
  endMinute: endMinutes % 60,
  ...dayPartsOf({ startDate, endDate, startPart, endPart }),
  leaveTypeId: type && encodeId("leaveType", type.id),
});

const returnedV2 = ({ leave, days }: DecisionContext["returned"][number]) => ({
  leaveId: encodeId("leave", leave.id),
  startDate: leave.startDate,
  endDate: leave.endDate,
  returnedDays: toDays(days),
});

/** The fields that the API and the page share. */
const shared = ({
  leave,
  level,
  levels,
  deciders,
  window,
  teamSize,
  days,
  balance,
  hours,
  hoursPerDay,
  warnings,
  returned,
}: DecisionContext) => ({
  leaveId: encodeId("leave", leave.id),
  level,
  levels,
  approvers: deciders.map(({ userId, name, level: own, awayUntil, standsInFor }) => ({
    userId: encodeId("user", userId),
    name,
    level: own,
    awayUntil,
    standsInForId: standsInFor && encodeId("user", standsInFor),
  })),
  window: { startDate: dayText(window.from), endDate: dayText(window.to), size: teamSize },
  holidays: days.flatMap(({ day, kind, holiday }) =>
    kind === "HOLIDAY" || kind === "HALF_DAY_HOLIDAY"
      ? [{ date: dayText(day), name: holiday ?? "", isHalfDay: kind === "HALF_DAY_HOLIDAY" }]
      : [],
  ),
  interruptedLeaves: returned.map(returnedV2),
  balance: balance && {
    unlimited: balance.unlimited,
    years: balance.years.map(({ year, asOf, before, after }) => ({
      start: dayText(year.start),
      end: dayText(year.end),
      asOf: dayText(asOf),
      remainingBefore: toDays(before),
      remainingAfter: toDays(after),
    })),
  },
  durationHours: hours,
  hoursPerDay,
  warnings: warnings.map(warningV2),
});

/** Leave of colleagues within the displayed days. */
const inWindow = ({ team, window }: RequestFacts): NearLeave[] => {
  const [from, to] = [dayText(window.from), dayText(window.to)];
  return team.filter((leave) => touchesDays(leave, from, to));
};

export function decisionContextV2(context: DecisionContext) {
  const { window, ...common } = shared(context);
  return {
    ...common,
    userId: encodeId("user", context.person.id),
    team: {
      ...window,
      leaves: inWindow(context).map((leave) => ({
        user: { id: encodeId("user", leave.userId), name: leave.name },
        ...timeV2(leave),
      })),
    },
    rules: context.rules.map(verdictV2),
    history: context.history.map((leave) => ({
      leaveId: encodeId("leave", leave.leaveId),
      durationWorkingDays: leave.durationWorkingDays,
      ...timeV2(leave),
    })),
  };
}

const nearView = ({ leaveId: _leave, taken: _taken, userId, type, ...leave }: NearLeave) => ({
  ...leave,
  ...dayPartsOf(leave),
  userId: encodeId("user", userId),
  type: type && { name: type.name, color: type.color },
});

/** For the pages. */
export const decisionContextView = (context: DecisionContext) => ({
  ...shared(context),
  dayHours: context.dayHours,
  interruptedLeaves: context.returned.map((one) => ({ ...returnedV2(one), hoursPerDay: one.hoursPerDay })),
  rules: context.rules.map(verdictView),
  place: workDaysView(context.calendar),
  team: inWindow(context).map(nearView),
  history: context.history.map(nearView),
  historyDays: toDays(toThousandths(context.history.reduce((sum, { taken }) => sum + taken, 0))),
});
