import type { EventData, LeaveSnapshot } from "@/drizzle/schema/events";
import type { DeliveredType } from "@/drizzle/schema/values";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { EventRow } from "@/server/modules/integrations/events/subscribers";
import { expandLeaves } from "@/server/modules/leave/requests/expand-leaves";
import { getLeave } from "@/server/modules/leave/requests/get-leave";
import { leaveInEventV2 } from "@/server/modules/leave/requests/present";
import { seeLeaves } from "@/server/modules/leave/requests/see";
import { getUser } from "@/server/modules/people/people/get-user";
import { userInEventV2 } from "@/server/modules/people/people/present";

type LeaveRow = Parameters<typeof seeLeaves>[1][number];

export type { EventRow };

/** Standard Webhooks recommends staying below 20 kB. */
const maximumBytes = 20_000;

interface Envelope {
  messageId: string;
  eventType: DeliveredType;
  occurredAt: Date;
}

/** The JSON text of one event: made once, then signed and sent unchanged. */
function bodyOf({ messageId, eventType, occurredAt }: Envelope, data: object): string {
  const body = { id: messageId, type: eventType, timestamp: occurredAt.toISOString(), data };
  const text = JSON.stringify(body);
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 < maximumBytes || Buffer.byteLength(text) < maximumBytes) return text;
  // Only label names can be this numerous.
  return JSON.stringify(body, (key, value: unknown) => (key === "labels" ? [] : value));
}

/** webhook.test contains only its webhook's id. */
export const testBody = (envelope: Envelope, webhookId: string): string =>
  bodyOf(envelope, { webhookId: encodeId("webhook", webhookId) });

const leaveRow = (
  {
    createdAt,
    cancelAskedAt,
    changeAskedAt,
    wantedChange,
    startPart = "FULL_DAY",
    endPart = "FULL_DAY",
    ...leave
  }: LeaveSnapshot,
  { occurredAt }: EventRow,
): LeaveRow => ({
  ...leave,
  startPart,
  endPart,
  // Snapshots from before company leave do not have it.
  companyLeaveId: leave.companyLeaveId ?? null,
  reason: null,
  statusReason: null,
  cancelAskedAt: cancelAskedAt ? new Date(cancelAskedAt) : null,
  cancelReason: null,
  changeAskedAt: changeAskedAt ? new Date(changeAskedAt) : null,
  wantedChange: wantedChange ? { ...wantedChange, dayCounts: { start: 0, counts: [] } } : null,
  createdAt: createdAt === null ? null : new Date(createdAt),
  updatedAt: occurredAt,
});

type Leaf = Extract<EventData, { leaveId: string }>;

const leaveOf = async (ctx: Ctx, { snapshot, leaveId }: Leaf, row: EventRow): Promise<LeaveRow> =>
  snapshot ? leaveRow(snapshot, row) : getLeave(ctx, leaveId);

const userOf = async (ctx: Ctx, { snapshot, userId }: Exclude<EventData, Leaf>) =>
  userInEventV2(snapshot ?? (await getUser(ctx, userId)));

/** A record that was not stored with its event may be out of reach by now. */
const orMissing = (error: unknown): null => {
  if (error instanceof ApiError && error.code === "RESOURCE_NOT_FOUND") return null;
  throw error;
};

/** The caller as an owner of webhooks: their reach decides, even where they see more in the app or a key's scopes show less. */
export const asOwner = ({ services, actor, requestId }: Ctx): Ctx =>
  ctxFor(services, { ...actor, via: { type: "operator" } }, requestId);

/**
 * Bodies of events by event id, as the webhook's owner may see them: people outside their reach are null. Free text is left out
 * (decision 8). `ctx` is the owner's.
 */
export async function renderEvents(ctx: Ctx, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const found: { row: EventRow; leave: LeaveRow }[] = [];
  for (const row of rows) {
    if ("leaveId" in row.data) {
      const leave = await leaveOf(ctx, row.data, row).catch(orMissing);
      if (leave) found.push({ row, leave });
    } else {
      const user = await userOf(ctx, row.data).catch(orMissing);
      if (user) bodies.set(row.id, eventBody(row, user));
    }
  }
  const leaves = await seeLeaves(
    ctx,
    found.map(({ leave }) => leave),
  );
  const expanded = await expandLeaves(ctx, leaves, ["user", "approver", "leaveType"]);
  for (const [index, leave] of expanded.entries()) {
    const row = found[index]?.row;
    if (row) bodies.set(row.id, eventBody(row, leaveInEventV2(leave)));
  }
  return bodies;
}

const eventBody = (row: EventRow, record: object): string =>
  bodyOf({ ...row, eventType: row.type }, { ...record, previousStatus: row.data.previousStatus });
