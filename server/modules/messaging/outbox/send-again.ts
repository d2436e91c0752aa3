import { and, eq, type SQL, sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import {
  lockOccurrences,
  settleOccurrences,
} from "@/server/modules/integrations/schedules/settle-occurrences";
import { bulkLifeMs } from "./enqueue-bulk";
import { isSendable, operatorsMails, unsentWhere } from "./list-unsent";

const ofKind = (one: SQL, bulk: SQL): SQL =>
  sql`case when ${mails.occurrenceId} is null then ${one} else ${bulk} end`;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Due now, in its own queue. */
const due = (now: Date) => ({
  nextAttemptAt: ofKind(instant(now), sql`null`),
  bulkAttemptAt: ofKind(sql`null`, instant(now)),
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

/** Resets these failed mails, and the state of their occurrences. @returns how many */
const resetFailed = (
  { db, clock }: Services,
  which: SQL | undefined,
  workspaceId?: string,
): Promise<number> =>
  db.transaction(async (tx) => {
    const now = clock();
    const failed = and(which, eq(mails.status, "failed"), isSendable(now, workspaceId));
    const occurrences = await occurrencesOf(tx, failed);
    if (occurrences.length > 0) await lockOccurrences(tx, occurrences);
    const reset = await operatorsMails.update(tx).set(again(now)).where(failed).returning({ id: mails.id });
    if (occurrences.length > 0) await settleOccurrences(tx, occurrences);
    return reset.length;
  });

async function occurrencesOf(tx: Db, which: SQL | undefined) {
  const rows = await operatorsMails
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
  const { db, clock } = services;
  const now = clock();
  const itself = eq(mails.id, id);
  if ((await resetFailed(services, itself)) > 0) return;
  const waiting = await operatorsMails
    .update(db)
    .set(due(now))
    .where(and(itself, eq(mails.status, "pending"), eq(mails.attemptOpen, false)))
    .returning({ id: mails.id });
  if (waiting.length > 0) return;
  const [row] = await operatorsMails.select(db, { status: mails.status }).where(itself);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  throw new ApiError("CONFLICT", { description: refusals[row.status] });
}

const refusals = {
  sent: "The mail was sent.",
  pending: "The mail is being sent.",
  failed: "The mail is too old to be sent.",
};

/** Resends every failed mail that has not expired, and sends waiting ones now. @returns how many of each */
export async function sendAllAgain(
  services: Services,
  which: { workspaceId?: string | undefined },
): Promise<{ failedCount: number; waitingCount: number }> {
  const { db, clock } = services;
  const now = clock();
  const waiting = await operatorsMails
    .update(db)
    .set(due(now))
    .where(and(unsentWhere({ ...which, status: "pending" }), eq(mails.attemptOpen, false)))
    .returning({ id: mails.id });
  const failedCount = await resetFailed(
    services,
    unsentWhere({ ...which, status: "failed" }),
    which.workspaceId,
  );
  return { failedCount, waitingCount: waiting.length };
}
