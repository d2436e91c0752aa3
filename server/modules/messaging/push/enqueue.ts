import { and, gt, isNull, or, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { pushSubscriptions } from "@/drizzle/schema/push";
import type { PushKind } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf, unnested } from "@/server/kernel/database/sql-parts";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import { plus } from "@/server/kernel/time/clock";
import { type PushTarget, sealContent } from "@/server/modules/messaging/outbox/content";
import { maximumLifeMs, signedInForMs } from "./policy";

/** The background work that sends push notifications; the name under which it is woken. */
export const pushesWake = "push-notifications";

export interface OutgoingPush extends PushTarget {
  userId: string;
  /** One of their devices; all of them by default. */
  deviceId?: string;
  kind: PushKind;
  title: string;
  text: string;
  /** When its news is over; a day by default, and at most. */
  expiresAt?: Date;
}

const { placeholder } = sql;
const at = sql`${placeholder("at")}::timestamptz`;

const write = statement(sql`
  insert into ${mails} (workspace_id, id, kind, recipient, subject, content, subscription_id, expires_at, created_at, push_attempt_at)
  select ${placeholder("workspaceId")}::uuid, m.id, m.kind, m.recipient, m.subject, m.content, m.subscription_id, m.expires_at, ${at}, ${at}
  from ${unnested("m", {
    ...{ id: "uuid", kind: "text", recipient: "text", subject: "text", content: "bytea" },
    ...{ subscription_id: "uuid", expires_at: "timestamptz" },
  })}`);

/**
 * Queues push notifications to people's devices in the outbox, in the transaction of their change. People without a device get none. A
 * device that is being removed is waited for.
 * @param tx inside a transaction
 */
export async function enqueuePushes(
  tx: SystemContext,
  workspaceId: string,
  outgoing: readonly OutgoingPush[],
): Promise<void> {
  const { services, db, afterCommit } = tx;
  if (!afterCommit) throw new Error("A push notification is written with its change: in a transaction");
  if (outgoing.length === 0 || !services.settings.webPush) return;
  const now = services.clock();
  const devices = await scoped(workspaceOf({ workspaceId }), pushSubscriptions)
    .select(db, {
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
    })
    .where(
      and(
        isAnyOf(pushSubscriptions.userId, [...new Set(outgoing.map(({ userId }) => userId))]),
        gt(pushSubscriptions.signedInAt, plus(now, -signedInForMs)),
        or(isNull(pushSubscriptions.expiresAt), gt(pushSubscriptions.expiresAt, now)),
      ),
    )
    .for("key share");
  const last = plus(now, maximumLifeMs);
  const rows = outgoing.flatMap(({ userId, deviceId, expiresAt = last, ...push }) =>
    devices
      .filter((device) => device.userId === userId && (deviceId ?? device.id) === device.id)
      .map((device) => ({ ...push, id: newId(), device, expiresAt: expiresAt < last ? expiresAt : last })),
  );
  if (rows.length === 0) return;
  await write(db, {
    workspaceId,
    id: arrayOf(rows.map(({ id }) => id)),
    kind: arrayOf(rows.map(({ kind }) => kind)),
    recipient: arrayOf(rows.map(({ device }) => new URL(device.endpoint).host)),
    subject: arrayOf(rows.map(({ title }) => title)),
    content: arrayOf(
      rows.map(({ id, text, path, topic }) => {
        const content = { text, html: "", push: { path, topic } };
        return `\\x${sealContent(services.settings, id, content).toString("hex")}`;
      }),
    ),
    subscription_id: arrayOf(rows.map(({ device }) => device.id)),
    expires_at: arrayOf(rows.map(({ expiresAt }) => expiresAt.toISOString())),
    at: now.toISOString(),
  });
  afterCommit.push(() => wake(services, pushesWake));
}
