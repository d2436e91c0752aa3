import type { Actor } from "@/server/access/actor";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { reaches } from "@/server/access/reach";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { roleReceives } from "./event-scopes";
import type { Due } from "./find-due";
import { type EventRow, renderEvents, testBody } from "./render";

/** What to do with due deliveries. */
export interface Prepared {
  /** Each with its body. */
  send: { due: Due; body: string }[];
  /** The owner may no longer receive them, or their data is gone. */
  outOfReach: Due[];
  /** The webhook's owner is inactive or deleted. */
  ownerGone: Due[];
  /** The approval of the app that made the webhook has expired. */
  over: Due[];
  /** Their bodies cannot be made at the moment. */
  unclear: Due[];
}

/** Checks deliveries by the current rights of their webhooks' owners, and makes the missing bodies. */
export async function prepare(services: Services, due: readonly Due[]): Promise<Prepared> {
  const prepared: Prepared = { send: [], outOfReach: [], ownerGone: [], over: [], unclear: [] };
  if (due.length === 0) return prepared;
  prepared.over = due.filter(({ isOver }) => isOver);
  const groups = groupBy(
    due.filter(({ isOver }) => !isOver),
    ({ ownerId }) => ownerId,
  );
  const who = [...groups].flatMap(([userId, [one]]) => (one ? { workspaceId: one.workspaceId, userId } : []));
  const owners = await loadActors(services.db, who, { type: "operator" });
  await Promise.all(
    [...groups].map(async ([ownerId, group]) => {
      const owner = owners.get(ownerId);
      if (owner) await prepareFor(services, owner, group, prepared);
      else prepared.ownerGone.push(...group);
    }),
  );
  return prepared;
}

async function prepareFor(
  services: Services,
  owner: Actor,
  group: readonly Due[],
  to: Prepared,
): Promise<void> {
  const ctx = ctxFor(services, owner, "webhooks");
  const heard: Due[] = [];
  for (const due of group) (isHeard(ctx, owner, due) ? heard : to.outOfReach).push(due);
  const bodies = await renderEvents(ctx, eventsOf(heard)).catch((err: unknown) => {
    services.log.error({ err, owner: owner.userId }, "bodies of webhook deliveries could not be made");
    return null;
  });
  for (const due of heard) {
    const body = due.body ?? ownBody(due) ?? bodies?.get(due.eventId ?? "");
    if (body !== undefined) to.send.push({ due, body });
    else (bodies ? to.outOfReach : to.unclear).push(due);
  }
}

function isHeard(ctx: Ctx, owner: Actor, due: Due): boolean {
  const { eventType, subjectUserId: id, locationId, departmentId } = due;
  if (!roleReceives(owner.role, eventType)) return false;
  if (id === null) return true;
  return locationId !== null && departmentId !== null && reaches(ctx.reach, { id, locationId, departmentId });
}

/** The body of webhook.test, which has no event. */
const ownBody = (due: Due): string | undefined =>
  due.eventId === null
    ? testBody({ ...due, occurredAt: new Date(due.occurredAt) }, due.webhookId)
    : undefined;

/** The events of deliveries without a body; only the deliveries' copies of them were read. */
function eventsOf(due: readonly Due[]): EventRow[] {
  const found: EventRow[] = [];
  for (const {
    eventId: id,
    workspaceId,
    messageId,
    eventType: type,
    occurredAt,
    subjectUserId,
    data,
  } of due) {
    if (!id || !data || !subjectUserId || type === "webhook.test") continue;
    found.push({ id, workspaceId, messageId, type, occurredAt: new Date(occurredAt), subjectUserId, data });
  }
  return found;
}
