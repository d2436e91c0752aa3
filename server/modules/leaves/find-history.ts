import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { literal } from "@/server/kernel/sql-parts";
import type { LeaveTime } from "./period";
import { leaveSteps } from "./schema";
import type { SeenLeave } from "./see";

/** Something that was done with a leave. */
export interface LeaveStep {
  at: Date;
  step: (typeof leaveSteps)[number];
  /** Null where nobody did: what comes due by itself, and what is older than the log. */
  by: { id: string; name: string } | null;
  /** For whom they decided, as a stand-in. */
  standsInFor: { id: string; name: string } | null;
  /** By the link of a mail. */
  isByMail: boolean;
  /** The level that it came to by this approval; null for anything else. */
  level: number | null;
  /** What the leave's status became, where it changed. */
  status: string | null;
  /** When the leave was before and after, where that changed. */
  moved: { from: LeaveTime; to: LeaveTime } | null;
  /** Working days before and after, where the way in which the person works changed them. */
  recounted: { from: number; to: number } | null;
  /** What was answered to it. */
  reason: string | null;
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
] as const;

/** The time as it was before a change. */
function timeBefore(time: LeaveTime, changes: Changes): LeaveTime {
  const changed = timeFields.filter((name) => changes[name]);
  return changed.length === 0
    ? time
    : { ...time, ...Object.fromEntries(changed.map((name) => [name, changes[name]?.from])) };
}

/** In the words of the index that finds them. */
const isOfLeave = sql`${auditEvents.resourceType} = ${literal("leave")}`;

/** What was done with a leave and by whom, oldest first: the audit log's lines of it. The caller may see the leave. */
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
  // Back from how it stands: a line says only what changed.
  let time: LeaveTime = leave;
  let reason = leave.statusReason;
  const history: LeaveStep[] = [];
  for (const line of lines.reverse()) {
    const step = leaveSteps.find((one) => line.action === `leave.${one}`);
    if (!step) continue;
    const changes: Changes = line.changes ?? {};
    const before = step === "edit" ? timeBefore(time, changes) : time;
    const isAnswer = step === "deny" || step === "cancel";
    history.push({
      at: line.at,
      step,
      by: named(line.actorId, line.actorName),
      standsInFor: named(line.representedId, line.representedName),
      isByMail: line.via === "mail",
      level: step === "approve" ? Number(changes.approvedLevel?.to ?? 0) || null : null,
      status: typeof changes.status?.to === "string" ? changes.status.to : null,
      recounted: step === "recount" ? daysOf(changes) : null,
      moved: before === time ? null : { from: before, to: time },
      reason: isAnswer ? reason : null,
    });
    if (isAnswer) reason = null;
    time = before;
  }
  const isWhole = history.some(({ step }) => step === "request" || step === "import");
  return [...(isWhole ? [] : [beginning(requestedAt)]), ...history.reverse()];
}

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/** Of a leave that is older than the log, or came into the workspace by another way. */
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
  reason: null,
});

const daysOf = ({ durationWorkingDays: days }: Changes) =>
  days ? { from: Number(days.from), to: Number(days.to) } : null;
