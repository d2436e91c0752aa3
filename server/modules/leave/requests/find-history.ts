import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { literal } from "@/server/kernel/database/sql-parts";
import type { LeaveTime } from "@/server/modules/leave/calendars/period";
import { findMarks, type RuleMark } from "@/server/modules/leave/rules/find-marks";
import { findQuestions } from "./find-questions";
import { leaveSteps } from "./schema";
import type { SeenLeave } from "./see";

/** A step in a leave's history. */
export interface LeaveStep {
  at: Date;
  step: (typeof leaveSteps)[number];
  /** Null when there was no acting user: automatic steps, and steps older than the audit log. */
  by: { id: string; name: string } | null;
  /** The approver they represented as a stand-in. */
  standsInFor: { id: string; name: string } | null;
  /** Whether they used the link in an email. */
  isByMail: boolean;
  /** The level reached by this approval; null for any other step. */
  level: number | null;
  /** The leave's new status; null when it did not change. */
  status: string | null;
  /** The leave's time before and after; null when it did not change. */
  moved: { from: LeaveTime; to: LeaveTime } | null;
  /** Working days before and after, when a working pattern or a public holiday changed them. */
  recounted: { from: number; to: number } | null;
  /** The public holidays that changed them; null for any other cause. */
  cause: string | null;
  /** The time of the person's other leave that interrupts this one, or no longer does; null for any other cause. */
  interruption: { startDate: string; endDate: string } | null;
  /** The reason given with the decision; the text of a question or an answer, for those who may see it. */
  reason: string | null;
  /** The leave rules that it broke when this step was judged. */
  rules: RuleMark[];
}

const represented = alias(users, "represented");

type Changes = Record<string, { from?: unknown; to?: unknown }>;

const timeFields = [
  "startDate",
  "endDate",
  "isFullDayLeave",
  "startHour",
  "startMinute",
  "endHour",
  "endMinute",
  "startPart",
  "endPart",
] as const;

type Step = LeaveStep["step"];
const movesTime: ReadonlySet<Step> = new Set<Step>(["edit", "end", "consent", "agreeChange"]);
/** Steps that write the leave's reason of its status. */
const answers: ReadonlySet<Step> = new Set<Step>([
  "deny",
  "cancel",
  "end",
  "consent",
  "refuse",
  "refuseChange",
]);

/** The time before a change. */
function timeBefore(time: LeaveTime, changes: Changes): LeaveTime {
  const changed = timeFields.filter((name) => changes[name]);
  return changed.length === 0
    ? time
    : { ...time, ...Object.fromEntries(changed.map((name) => [name, changes[name]?.from])) };
}

/** The time of a leave when a change was asked, and the time asked for; null when only another type was asked for. */
function askedOf(time: LeaveTime, changes: Changes): LeaveStep["moved"] {
  const asked = timeFields.filter((name) => changes[name]);
  if (asked.length === 0) return null;
  const to = { ...time, ...Object.fromEntries(asked.map((name) => [name, changes[name]?.to])) };
  return { from: timeBefore(time, changes), to };
}

/** Matches the predicate of the index, so that the planner uses it. */
const isOfLeave = sql`${auditEvents.resourceType} = ${literal("leave")}`;

/** The history of a leave from the audit log, oldest first. The caller must be allowed to see the leave. */
export async function findHistory(ctx: Ctx, leave: SeenLeave, requestedAt: Date): Promise<LeaveStep[]> {
  const lines = await scoped(workspaceOf(ctx.actor), auditEvents)
    .select(ctx.db, {
      at: auditEvents.at,
      action: auditEvents.action,
      actorId: auditEvents.actingUserId,
      actorName: users.name,
      representedId: represented.id,
      representedName: represented.name,
      via: auditEvents.via,
      changes: auditEvents.changes,
    })
    .leftJoin(users, eq(users.id, auditEvents.actingUserId))
    .leftJoin(represented, eq(represented.id, auditEvents.standsInForId))
    .where(and(isOfLeave, eq(auditEvents.resourceId, leave.id)))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id));
  const texts = await textsOf(ctx, leave, lines);
  // Work backwards from the current state: an audit line stores only what changed.
  let time: LeaveTime = leave;
  let reason = leave.statusReason;
  const history: LeaveStep[] = [];
  for (const line of lines.reverse()) {
    const step = leaveSteps.find((one) => line.action === `leave.${one}`);
    if (!step) continue;
    const changes: Changes = line.changes ?? {};
    const before = movesTime.has(step) ? timeBefore(time, changes) : time;
    const isAnswer = answers.has(step);
    history.push({
      at: line.at,
      step,
      by: named(line.actorId, line.actorName),
      standsInFor: named(line.representedId, line.representedName),
      isByMail: line.via === "mail",
      level: step === "approve" ? Number(changes.approvedLevel?.to ?? 0) || null : null,
      status: typeof changes.status?.to === "string" ? changes.status.to : null,
      recounted: step === "recount" ? daysOf(changes) : null,
      cause: typeof changes.cause?.to === "string" ? changes.cause.to : null,
      interruption: timeOf(changes.interruption?.to),
      moved:
        step === "askChange" ? askedOf(time, changes) : before === time ? null : { from: before, to: time },
      reason: isAnswer ? reason : (texts.get(`${line.action} ${changes.questionId?.to}`) ?? null),
      rules: [],
    });
    if (isAnswer) reason = null;
    time = before;
  }
  const isWhole = history.some(({ step }) => step === "request" || step === "import" || step === "book");
  const steps = [...(isWhole ? [] : [beginning(requestedAt)]), ...history.reverse()];
  // Rules can name the type, which is then hidden.
  if (leave.leaveTypeId !== null) addRules(steps, await findMarks(ctx, [leave.id], "all"));
  return steps;
}

/** The texts of questions and answers, by action and id of the question. */
async function textsOf(
  ctx: Ctx,
  { id }: SeenLeave,
  lines: readonly { action: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (!lines.some(({ action }) => action === "leave.question")) return new Map();
  const found = await findQuestions(ctx, id);
  return new Map(
    found.flatMap(({ id: questionId, question, answer }) => [
      [`leave.question ${questionId}`, question] as const,
      ...(answer === null ? [] : [[`leave.answer ${questionId}`, answer] as const]),
    ]),
  );
}

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/** The first step of a leave that is older than the log, or that entered the workspace in another way. */
function timeOf(value: unknown): LeaveStep["interruption"] {
  const { startDate, endDate } = (value ?? {}) as Record<string, unknown>;
  return typeof startDate === "string" && typeof endDate === "string" ? { startDate, endDate } : null;
}

const beginning = (at: Date): LeaveStep => ({
  at,
  step: "request",
  by: null,
  standsInFor: null,
  isByMail: false,
  level: null,
  status: null,
  moved: null,
  recounted: null,
  cause: null,
  interruption: null,
  reason: null,
  rules: [],
});

/** Steps that are judged by the leave rules. */
const judges: ReadonlySet<Step> = new Set<Step>(["request", "import", "edit", "approve", "agreeChange"]);

/** Adds what a leave broke to the step that was judged: a mark is written right after its line of the log. */
function addRules(steps: readonly LeaveStep[], marks: readonly RuleMark[]): void {
  const judged = steps.filter(({ step }) => judges.has(step));
  for (const mark of marks) {
    const step = judged.findLast(({ at }) => at <= mark.createdAt) ?? steps[0];
    step?.rules.push(mark);
  }
}

const daysOf = ({ durationWorkingDays: days }: Changes) =>
  days ? { from: Number(days.from), to: Number(days.to) } : null;
