import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import {
  lockOccurrences,
  settleOccurrences,
} from "@/server/modules/integrations/schedules/settle-occurrences";
import { bulkLifeMs } from "./enqueue-bulk";
import { isSendable, operatorsMails } from "./list-unsent";

const ofKind = (one: SQL, bulk: SQL): SQL =>
  sql`case when ${mails.occurrenceId} is null then ${one} else ${bulk} end`;

const isPush = sql`${mails.subscriptionId} is not null`;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Due now, in its own queue. */
const due = (now: Date) => ({
  nextAttemptAt: sql`case when ${mails.occurrenceId} is null and not (${isPush}) then ${instant(now)} end`,
  bulkAttemptAt: ofKind(sql`null`, instant(now)),
  pushAttemptAt: sql`case when ${isPush} then ${instant(now)} end`,
});

/** Resets a mail for new attempts, under the same Message-ID. For failed mails only, none of which is in flight. */
const again = (now: Date) => ({
  ...due(now),
  status: "pending" as const,
  expiresAt: ofKind(sql`${mails.expiresAt}`, instant(plus(now, bulkLifeMs))),
  endedAt: null,
  attemptCount: 0,
  // An earlier attempt that may have arrived makes this a possible duplicate.
  unknownCount: sql`least(${mails.unknownCount}, 1)`,
});

const ownMails = (workspaceId: string) => scoped(workspaceOf({ workspaceId }), mails);

/** Resets these failed mails of a workspace, and the state of their occurrences. @returns how many */
const resetFailed = ({ db, clock }: Services, workspaceId: string, which?: SQL): Promise<number> =>
  db.transaction(async (tx) => {
    const now = clock();
    const failed = and(which, eq(mails.status, "failed"), isSendable(now, workspaceId));
    const occurrences = await occurrencesOf(tx, workspaceId, failed);
    if (occurrences.length > 0) await lockOccurrences(tx, occurrences);
    const reset = await ownMails(workspaceId)
      .update(tx)
      .set(again(now))
      .where(failed)
      .returning({ id: mails.id });
    if (occurrences.length > 0) await settleOccurrences(tx, occurrences);
    return reset.length;
  });

/** Sends these waiting mails of a workspace now. @returns how many */
async function hasten({ db, clock }: Services, workspaceId: string, which?: SQL): Promise<number> {
  const waiting = await ownMails(workspaceId)
    .update(db)
    .set(due(clock()))
    .where(and(which, eq(mails.status, "pending"), eq(mails.attemptOpen, false)))
    .returning({ id: mails.id });
  return waiting.length;
}

async function occurrencesOf(tx: Db, workspaceId: string, which: SQL | undefined) {
  const rows = await ownMails(workspaceId)
    .select(tx, { workspaceId: mails.workspaceId, occurrenceId: mails.occurrenceId })
    .where(which);
  return rows.flatMap(({ workspaceId, occurrenceId }) =>
    occurrenceId === null ? [] : [{ workspaceId, occurrenceId }],
  );
}

/**
 * Resends a failed mail; one that waits for its next attempt is sent now.
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when it was sent, is being sent, or is too old
 */
export async function sendMailAgain(services: Services, id: string): Promise<void> {
  const itself = eq(mails.id, id);
  const [found] = await operatorsMails()
    .select(services.db, { workspaceId: mails.workspaceId })
    .where(itself);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  const { workspaceId } = found;
  if ((await resetFailed(services, workspaceId, itself)) > 0) return;
  if ((await hasten(services, workspaceId, itself)) > 0) return;
  const [row] = await ownMails(workspaceId).select(services.db, { status: mails.status }).where(itself);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  throw new ApiError("CONFLICT", { description: refusals[row.status] });
}

const refusals = {
  sent: "The mail was sent.",
  pending: "The mail is being sent.",
  failed: "The mail is too old to be sent.",
};

/**
 * Resends every failed mail that has not expired, and sends waiting ones now, workspace by workspace.
 * @returns how many of each
 */
export async function sendAllAgain(
  services: Services,
  which: { workspaceId?: string | undefined },
): Promise<{ failedCount: number; waitingCount: number }> {
  const found = await operatorsMails(which.workspaceId)
    .selectDistinct(services.db, { workspaceId: mails.workspaceId })
    .where(ne(mails.status, "sent"));
  const sent = { failedCount: 0, waitingCount: 0 };
  for (const { workspaceId } of found) {
    sent.waitingCount += await hasten(services, workspaceId);
    sent.failedCount += await resetFailed(services, workspaceId);
  }
  return sent;
}
