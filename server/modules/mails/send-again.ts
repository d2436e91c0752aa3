import { and, eq } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { isSendable, operatorsMails, unsentWhere } from "./list-unsent";

/** Resets a mail for new attempts, under the same Message-ID. For failed mails only, none of which is in flight. */
const again = (now: Date) => ({
  status: "pending" as const,
  nextAttemptAt: now,
  endedAt: null,
  attemptCount: 0,
  unknownCount: 0,
});

/**
 * Resends a failed mail; one that waits for its next attempt is sent now.
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when it was sent, is being sent, or is too old
 */
export async function sendMailAgain({ db, clock }: Services, id: string): Promise<void> {
  const now = clock();
  const itself = eq(mails.id, id);
  const failed = await operatorsMails
    .update(db)
    .set(again(now))
    .where(and(itself, eq(mails.status, "failed"), isSendable(now)))
    .returning({ id: mails.id });
  if (failed.length > 0) return;
  const waiting = await operatorsMails
    .update(db)
    .set({ nextAttemptAt: now })
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
  { db, clock }: Services,
  which: { workspaceId?: string | undefined },
): Promise<{ failedCount: number; waitingCount: number }> {
  const now = clock();
  const waiting = await operatorsMails
    .update(db)
    .set({ nextAttemptAt: now })
    .where(and(unsentWhere({ ...which, status: "pending" }), eq(mails.attemptOpen, false)))
    .returning({ id: mails.id });
  const failed = await operatorsMails
    .update(db)
    .set(again(now))
    .where(and(unsentWhere({ ...which, status: "failed" }), isSendable(now)))
    .returning({ id: mails.id });
  return { failedCount: failed.length, waitingCount: waiting.length };
}
