import type { Actor } from "@/server/access/actor";
import { ctxFor } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { reaches } from "@/server/access/reach";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { roleHears } from "./event-scopes";
import type { Due } from "./find-due";
import { type EventRow, renderEvents, testBody } from "./render";

/** What is to be done with deliveries that are due. */
export interface Prepared {
  /** With the body of each. */
  send: { due: Due; body: string }[];
  /** Nobody may be told any more, or nothing is left to tell. */
  outOfReach: Due[];
  /** The webhook's owner is inactive or deleted. */
  ownerGone: Due[];
  /** Their bodies could not be made just now. */
  unclear: Due[];
}

/** Judges deliveries by the rights that their webhooks' owners have now, and makes the bodies of those that have none yet. */
export async function prepare(services: Services, due: readonly Due[]): Promise<Prepared> {
  const prepared: Prepared = { send: [], outOfReach: [], ownerGone: [], unclear: [] };
  if (due.length === 0) return prepared;
  const groups = groupBy(due, ({ ownerId }) => ownerId);
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
  const isHeard = ({ eventType, subjectUserId, subject }: Due): boolean =>
    roleHears(owner.role, eventType) &&
    (subjectUserId === null || (subject !== null && reaches(ctx.reach, subject)));
  const heard = new Set(group.filter(isHeard));
  const events = [...heard].flatMap(eventOf);
  const bodies = await renderEvents(ctx, events).catch((err: unknown) => {
    services.log.error({ err, owner: owner.userId }, "bodies of webhook deliveries could not be made");
    return null;
  });
  for (const due of group) {
    const body = due.body ?? ownBody(due) ?? bodies?.get(due.eventId ?? "");
    if (heard.has(due) && body !== undefined) to.send.push({ due, body });
    else if (heard.has(due) && !bodies) to.unclear.push(due);
    else to.outOfReach.push(due);
  }
}

/** Of webhook.test, which has no event. */
const ownBody = (due: Due): string | undefined =>
  due.eventId === null ? testBody(due, due.webhookId) : undefined;

/** The event, of which only the delivery's copy was read, unless there is a body already. */
function eventOf({
  eventId,
  workspaceId,
  messageId,
  eventType,
  occurredAt,
  subjectUserId,
  data,
}: Due): EventRow[] {
  if (!eventId || !data || !subjectUserId || eventType === "webhook.test") return [];
  return [{ id: eventId, workspaceId, messageId, type: eventType, occurredAt, subjectUserId, data }];
}
