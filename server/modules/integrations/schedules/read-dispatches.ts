import { eq, type InferSelectModel, type SQL } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { dispatches } from "@/drizzle/schema/schedules";
import type { DispatchError, DispatchStatus, MailError } from "@/drizzle/schema/values";
import type { Whole } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";

type Row = InferSelectModel<typeof dispatches>;

/** A dispatch with its state; a mail's is that of its row in the outbox. */
export type DispatchRow = Omit<Row, "status"> & { status: DispatchStatus };

const mailState = {
  status: mails.status,
  attemptCount: mails.attemptCount,
  nextAttemptAt: mails.bulkAttemptAt,
  unknownCount: mails.unknownCount,
  attemptedAt: mails.attemptedAt,
  endedAt: mails.endedAt,
  error: mails.error,
  errorDetail: mails.errorDetail,
};

/** Dispatches with their state. @param order by the given columns */
export async function readDispatches(
  db: Db,
  scope: Whole,
  where: SQL | undefined,
  order: readonly SQL[] = [],
): Promise<DispatchRow[]> {
  const rows = await scoped(scope, dispatches)
    .select(db, { dispatch: dispatches, mail: mailState })
    .leftJoin(mails, eq(mails.id, dispatches.id))
    .where(where)
    .orderBy(...order);
  return rows.map(({ dispatch, mail }) => {
    // Of a mail that was deleted with the person whose address it names.
    if (!mail) return { ...dispatch, status: dispatch.status === "queued" ? "failed" : dispatch.status };
    const { endedAt, error, ...state } = mail;
    const sentAt = state.status === "sent" ? endedAt : null;
    return { ...dispatch, ...state, sentAt, error: errorOf(error) };
  });
}

/** A mail that expired, or cannot be opened, never reached a mail server. */
const errorOf = (error: MailError | null): DispatchError | null =>
  error === "EXPIRED" || error === "UNREADABLE" ? "UNAVAILABLE" : error;
