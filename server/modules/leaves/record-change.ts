import type { LeaveSnapshot } from "@/drizzle/schema/events";
import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { recordEvent } from "@/server/modules/events/record";
import type { LeaveRow } from "./store";

/** What people wrote is theirs: the audit line says that it changed, not what it says. */
const freeText = ["reason", "statusReason"];

/** Told beside the changes, or of no use to anybody. */
const apart = ["version", "standsInForId"];

/** The leave as it is now, for those who are told later. */
function snapshotOf({
  reason: _reason,
  statusReason: _statusReason,
  version: _version,
  standsInForId: _standsInFor,
  ...leave
}: LeaveRow): LeaveSnapshot {
  return { ...leave, createdAt: leave.createdAt?.toISOString() ?? null };
}

const isDecision = (action: string): boolean => action === "leave.approve" || action === "leave.deny";

/** Writes the audit line and the events of a change, in its transaction. */
export async function recordLeaveChange(
  ctx: Ctx,
  change: {
    action: `leave.${string}`;
    before: LeaveRow | null;
    after: LeaveRow;
    events: readonly EventType[];
  },
): Promise<void> {
  const { before, after } = change;
  const changes = Object.entries(changesOf<Partial<LeaveRow>>(before ?? {}, after))
    .filter(([name, { from, to }]) => !apart.includes(name) && (from !== undefined || to !== null))
    .map(([name, values]) => [name, freeText.includes(name) ? {} : values]);
  // Sent together, so that they cost one round trip.
  await Promise.all([
    ...change.events.map((type) =>
      recordEvent(ctx, {
        type,
        subjectUserId: after.userId,
        data: {
          leaveId: after.id,
          previousStatus: before?.status ?? null,
          previousLevel: before?.approvedLevel ?? 0,
          snapshot: snapshotOf(after),
        },
      }),
    ),
    recordAudit(ctx, {
      action: change.action,
      resourceType: "leave",
      resourceId: after.id,
      standsInForId: isDecision(change.action) ? after.standsInForId : null,
      changes: Object.fromEntries(changes),
    }),
  ]);
}
