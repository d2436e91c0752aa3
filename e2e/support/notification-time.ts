import { v7 } from "uuid";
import { withDatabase } from "./age";

const dayMs = 86_400_000;

const uuidOf = (id: string) => id.replace(/^notification-/, "");

interface Past {
  daysAgo: number;
  status: "sent" | "partly_sent" | "failed" | "skipped";
  isLate?: boolean;
  skipReason?: string;
  /** The outcome by address. */
  served?: { address: string; error?: string; errorDetail?: string }[];
}

/** Adds occurrences of past days: the result of waiting for them. */
export const addPast = (notificationId: string, past: readonly Past[]): Promise<void> =>
  withDatabase(async (sql) => {
    const [row] = await sql`select workspace_id from notifications where id = ${uuidOf(notificationId)}`;
    for (const { daysAgo, status, isLate = false, skipReason = null, served = [] } of past) {
      // Ids encode the order of creation.
      const id = v7({ msecs: Date.now() - daysAgo * dayMs });
      const at = sql`now() - ${daysAgo} * interval '1 day'`;
      await sql`
        insert into occurrences
          (workspace_id, id, notification_id, kind, local_date, due_at, status, is_late, skip_reason, sent_at, created_at)
        values (${row?.workspace_id}, ${id}, ${uuidOf(notificationId)}, 'scheduled', (${at})::date, ${at}, ${status},
          ${isLate}, ${skipReason}, ${status === "skipped" ? null : sql`${at} + interval '3 seconds'`}, ${at})`;
      for (const [position, { address, error = null, errorDetail = null }] of served.entries())
        await sql`
          insert into dispatches
            (workspace_id, id, occurrence_id, position, platform, address, status, attempt_count, attempted_at, sent_at, error, error_detail)
          values (${row?.workspace_id}, ${v7()}, ${id}, ${position}, 'email', ${address}, ${error ? "failed" : "sent"}, 1,
            ${at}, ${error ? null : at}, ${error}, ${errorDetail})`;
    }
  });
