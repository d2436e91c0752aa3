import { eq, sql } from "drizzle-orm";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import type { Notices } from "@/server/modules/integrations/events/subscribers";
import { leaveMailsWake } from "./note-leave-events";

/** A different number for each day; the location's date can be one before the UTC date. */
const number = (on: string) => sql<number>`-2 - (${on}::date
  - (coalesce(${leaves.openedAt}, ${leaves.createdAt}, ${leaves.updatedAt}) at time zone 'utc')::date)`;

/** Queues an immediate reminder to the current approvers of a leave, in the transaction of its owner's request. */
export async function noteReminder(tx: Ctx, { leaveId, version, on }: Notices["reminded"]): Promise<void> {
  const { services, actor, afterCommit } = tx;
  const at = tx.now();
  const found = scoped(workspaceOf(actor), leaves).select(tx.db, { reminderDays: number(on) });
  const [reminder] = await found.where(eq(leaves.id, leaveId));
  await tx.db.insert(leaveNotices).values({
    ...{ workspaceId: actor.workspaceId, id: newId(), leaveId, version, ...reminder },
    ...{ kind: "remind", status: "OPEN", actingUserId: actor.userId, createdAt: at, nextAttemptAt: at },
  });
  afterCommit?.push(() => wake(services, leaveMailsWake));
}
