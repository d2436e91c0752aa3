import { and, eq, inArray } from "drizzle-orm";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import type { LeaveNoticeKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import type { Notices } from "@/server/modules/integrations/events/subscribers";
import { leaveMailsWake } from "./note-leave-events";

/**
 * Queues the mail that a certificate is asked for, and the one that it is due, in the transaction of the question. A day that moved takes
 * its mail along: what is still queued is replaced.
 */
export async function noteCertificate(
  tx: Ctx,
  { leaveId, status, isNew, dueMailAt }: Notices["certificateAsked"],
): Promise<void> {
  const { services, actor, afterCommit } = tx;
  const at = tx.now();
  const kinds: LeaveNoticeKind[] = isNew ? ["certificate", "certificateDue"] : ["certificateDue"];
  await scoped(workspaceOf(actor), leaveNotices)
    .delete(tx.db)
    .where(and(eq(leaveNotices.leaveId, leaveId), inArray(leaveNotices.kind, kinds)));
  await tx.db.insert(leaveNotices).values(
    kinds.map((kind) => ({
      ...{ workspaceId: actor.workspaceId, id: newId(), leaveId, kind, status },
      ...{ actingUserId: actor.userId, createdAt: at },
      nextAttemptAt: kind === "certificateDue" ? dueMailAt : at,
    })),
  );
  if (isNew) afterCommit?.push(() => wake(services, leaveMailsWake));
}
