import type { LeaveEventStep, LeaveSnapshot } from "@/drizzle/schema/events";
import type { EventType } from "@/drizzle/schema/values";
import type { WantedChange } from "@/drizzle/schema/wanted-change";
import type { Ctx } from "@/server/access/ctx";
import { type DomainEvent, recordEvent } from "@/server/modules/integrations/events/record";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { type AuditLine, recordAudit, recordAudits } from "@/server/modules/workspace/audit/record";
import type { LeaveRow } from "./store";

/** Personal free text: the audit line records that it changed, not its content. */
const freeText = ["reason", "statusReason", "cancelReason"];

/** Recorded separately from the changes, or of no use to a reader. */
const apart = ["version", "standsInForId", "updatedAt", "wantedChange"];

/** A snapshot of the leave for later notifications. */
function snapshotOf({
  reason: _reason,
  statusReason: _statusReason,
  version: _version,
  standsInForId: _standsInFor,
  updatedAt: _updated,
  cancelAskedAt,
  cancelReason: _cancelReason,
  changeAskedAt,
  wantedChange,
  ...leave
}: LeaveRow): LeaveSnapshot {
  return {
    ...leave,
    createdAt: leave.createdAt?.toISOString() ?? null,
    ...(cancelAskedAt && { cancelAskedAt: cancelAskedAt.toISOString() }),
    ...(changeAskedAt && { changeAskedAt: changeAskedAt.toISOString() }),
    ...(wantedChange && { wantedChange: unCounted(wantedChange) }),
  };
}

const unCounted = ({ dayCounts: _days, ...wanted }: WantedChange) => wanted;

const decisions = [
  "leave.agreeChange",
  "leave.refuseChange",
  "leave.approve",
  "leave.deny",
  "leave.consent",
  "leave.refuse",
];
const isDecision = (action: string): boolean => decisions.includes(action);

/** A change of a leave. */
export interface LeaveChange {
  action: `leave.${string}`;
  before: LeaveRow | null;
  after: LeaveRow;
  events: readonly EventType[];
  /** The public holidays that changed the days: a recount of which one mail about all of their leave notifies the person. */
  cause?: string;
  /** The time of an interrupting leave that changed the days; the mails about that leave say so. */
  interruption?: { startDate: string; endDate: string };
  /** What happened beside a change of the status, for the mails. */
  step?: LeaveEventStep | undefined;
  /** What the person asks to change; the line of the log shows it as the change. */
  asked?: Partial<LeaveRow>;
}

const eventsOf = ({ before, after, events, step, cause, interruption }: LeaveChange): DomainEvent[] =>
  events.map((type) => ({
    type,
    subjectUserId: after.userId,
    data: {
      leaveId: after.id,
      previousStatus: before?.status ?? null,
      previousLevel: before?.approvedLevel ?? 0,
      ...(step && { step }),
      snapshot: snapshotOf(after),
      ...((cause ?? interruption) !== undefined && { isNotifiedApart: true }),
    },
  }));

function lineOf({ action, before, after, cause, interruption, asked }: LeaveChange): AuditLine {
  const changes = Object.entries(changesOf<Partial<LeaveRow>>(before ?? {}, { ...after, ...asked }))
    .filter(([name, { from, to }]) => !apart.includes(name) && (from !== undefined || to !== null))
    .map(([name, values]) => [name, freeText.includes(name) ? {} : values]);
  return {
    action,
    resourceType: "leave",
    resourceId: after.id,
    standsInForId: isDecision(action) ? after.standsInForId : null,
    changes: {
      ...Object.fromEntries(changes),
      ...(cause !== undefined && { cause: { to: cause } }),
      ...(interruption && { interruption: { to: interruption } }),
    },
  };
}

/** Writes the audit line and the events of a change, in its transaction. */
export async function recordLeaveChange(ctx: Ctx, change: LeaveChange): Promise<void> {
  // Sent together to save round trips.
  await Promise.all([
    ...eventsOf(change).map((event) => recordEvent(ctx, event)),
    recordAudit(ctx, lineOf(change)),
  ]);
}

/** `recordLeaveChange` for many changes, in a handful of statements. */
export async function recordLeaveChanges(ctx: Ctx, changes: readonly LeaveChange[]): Promise<void> {
  if (changes.length === 0) return;
  await Promise.all([recordEvents(ctx, changes.flatMap(eventsOf)), recordAudits(ctx, changes.map(lineOf))]);
}
