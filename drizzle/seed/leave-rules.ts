import type { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { type DayNumber, yearOf } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { Directory } from "./directory";
import type { LeaveRow } from "./leaves";
import type { Person } from "./people";
import type { Random } from "./random";

type RuleRow = typeof leaveRules.$inferInsert;
type MarkRow = typeof leaveRuleMarks.$inferInsert;

interface Around {
  workspaceId: string;
  people: readonly Person[];
  leaves: readonly LeaveRow[];
  today: DayNumber;
  departmentIds: Directory["departmentIds"];
  leaveTypeIds: Directory["leaveTypeIds"];
}

/** The reason of the demo's override. */
const overrideReason = "Booked before the rule, and the tickets are paid.";

/**
 * The demo's leave rules: a blackout in December for Customer Success, a minimum notice of vacation that only warns, a certificate of sick
 * leave, and an approved leave in spite of the blackout, if there is one.
 */
export function createLeaveRules(
  { workspaceId, people, leaves, today, departmentIds, leaveTypeIds }: Around,
  random: Random,
): { rules: RuleRow[]; marks: MarkRow[] } {
  const createdAt = instantOn(today - 40, 9);
  const common = { workspaceId, createdAt, updatedAt: createdAt };
  const [first, last] = [`${yearOf(today)}-12-14`, `${yearOf(today)}-12-23`];
  const blackout = {
    ...common,
    id: random.id(createdAt),
    name: "Christmas trade",
    kind: "BLACKOUT",
    parameters: { ranges: [{ from: first, to: last, isYearly: true }] },
    effect: "BLOCK",
    departmentIds: [departmentIds.customers],
    leaveTypeIds: [leaveTypeIds.vacation],
  } satisfies RuleRow;
  const notice = {
    ...common,
    id: random.id(createdAt),
    name: "In good time",
    kind: "NOTICE",
    parameters: { unit: "CALENDAR_DAYS", days: 3, steps: [{ from: 5, days: 14 }] },
    effect: "WARN",
    leaveTypeIds: [leaveTypeIds.vacation],
  } satisfies RuleRow;
  const admin = people.find(({ role, plan }) => role === "ADMIN" && plan.mailbox === "admin");
  const hit = leaves.find(
    (leave) =>
      leave.status === "APPROVED" &&
      leave.departmentId === departmentIds.customers &&
      leave.leaveTypeId === leaveTypeIds.vacation &&
      leave.startDate <= last &&
      leave.endDate >= first,
  );
  const marks =
    hit && admin
      ? [
          {
            workspaceId,
            id: random.id(createdAt),
            leaveId: hit.id,
            ruleId: blackout.id,
            kind: blackout.kind,
            name: blackout.name,
            parameters: blackout.parameters,
            effect: blackout.effect,
            days: [hit.startDate > first ? hit.startDate : first],
            facts: { count: 1, first: hit.startDate > first ? hit.startDate : first },
            overriddenById: admin.id,
            overrideReason,
            createdAt: instantOn(today - 30, 10),
          } satisfies MarkRow,
        ]
      : [];
  const certificate = {
    ...common,
    id: random.id(createdAt),
    name: "Doctor's note",
    kind: "PROOF",
    parameters: { longerThan: 3, withinDays: 4 },
    effect: "WARN",
    leaveTypeIds: [leaveTypeIds.sick],
  } satisfies RuleRow;
  return { rules: [blackout, notice, certificate], marks };
}
