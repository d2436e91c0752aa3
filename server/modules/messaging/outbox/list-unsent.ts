import { eq, ne, type SQL, sql } from "drizzle-orm";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import type { MailError, MailKind, MailStatus, PushKind } from "@/drizzle/schema/values";
import { everyWorkspace, workspaceOf } from "@/server/access/reach";
import { sameWorkspace, scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import type { Services } from "@/server/kernel/services";

/** An unsent mail, without its content, which may contain a sign-in link. */
export interface UnsentMail {
  workspaceId: string;
  id: string;
  kind: MailKind | PushKind;
  recipient: string;
  subject: string;
  status: MailStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  error: MailError | null;
  errorDetail: string | null;
  canBeSentAgain: boolean;
}

const every = everyWorkspace("the operator looks after every workspace's mails");
const scopeOf = (workspaceId: string | undefined) =>
  workspaceId === undefined ? every : workspaceOf({ workspaceId });

export interface UnsentQuery {
  status?: "pending" | "failed" | undefined;
  workspaceId?: string | undefined;
  limit: number;
}

/**
 * Mails that can still be sent: their content exists, and has not expired. The expiry of a bulk mail ends its attempts, not its use.
 * @param workspaceId of all mails in the query; undefined for several workspaces
 */
export const isSendable = (now: Date, workspaceId: string | undefined) => {
  const scope = scopeOf(workspaceId);
  return sql<boolean>`${sql`(case when ${mails.occurrenceId} is null
    then ${mails.content} is not null and coalesce(${mails.expiresAt} > ${now.toISOString()}::timestamptz, true)
    else exists (select from ${mailBodies}
      where ${sameWorkspace(scope, mailBodies, mails)} and ${mailBodies.occurrenceId} = ${mails.occurrenceId})
    end)`}`;
};

const dueAt = sql<Date | null>`coalesce(${mails.nextAttemptAt}, ${mails.bulkAttemptAt}, ${mails.pushAttemptAt})`;

const unsentWhere = (status: UnsentQuery["status"]): SQL =>
  status ? eq(mails.status, status) : ne(mails.status, "sent");

/** The operator's view, for reads: every workspace by default. */
export const operatorsMails = (workspaceId?: string | undefined) => scoped(scopeOf(workspaceId), mails);

/** Waiting and failed mails, the oldest first. */
export const listUnsent = (
  { db, clock }: Services,
  { limit, status, workspaceId }: UnsentQuery,
): Promise<UnsentMail[]> =>
  operatorsMails(workspaceId)
    .select(db, {
      workspaceId: mails.workspaceId,
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      status: mails.status,
      attemptCount: mails.attemptCount,
      nextAttemptAt: readAs(dueAt, mails.nextAttemptAt),
      expiresAt: mails.expiresAt,
      createdAt: mails.createdAt,
      endedAt: mails.endedAt,
      error: mails.error,
      errorDetail: mails.errorDetail,
      canBeSentAgain: sql<boolean>`${mails.status} = 'failed' and ${isSendable(clock(), workspaceId)}`,
    })
    .where(unsentWhere(status))
    .orderBy(mails.createdAt, mails.id)
    .limit(limit);

/** The number of unsent mails, and how long the oldest due one has been waiting. */
export async function countUnsent({ db, clock }: Services): Promise<{
  pendingCount: number;
  failedCount: number;
  oldestDueSeconds: number;
}> {
  const [counted] = await operatorsMails()
    .select(db, {
      pendingCount: sql<number>`count(*) filter (where ${mails.status} = 'pending')::int`,
      failedCount: sql<number>`count(*) filter (where ${mails.status} = 'failed')::int`,
      oldestDueSeconds: sql<number>`greatest(0, coalesce(extract(epoch from ${clock().toISOString()}::timestamptz - min(${dueAt})
        filter (where ${mails.status} = 'pending')), 0))::int`,
    })
    .where(ne(mails.status, "sent"));
  return counted ?? { pendingCount: 0, failedCount: 0, oldestDueSeconds: 0 };
}
