import { sql } from "drizzle-orm";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";

/** The precision of "last used": a busy client writes its row no more often (decision 3.9). */
const everyMs = minute;

const { placeholder } = sql;

const note = statement(sql`
  update oauth_grants set last_used_at = ${placeholder("now")}::timestamptz
  where workspace_id = ${placeholder("workspaceId")} and id = ${placeholder("id")}
    and (last_used_at is null or last_used_at <= ${placeholder("due")}::timestamptz)`);

/** Records that a client used its grant. A counter, not data: a crash may lose its last moments. */
export async function noteUse(
  { admission, clock }: Services,
  grant: { workspaceId: string; id: string; lastUsedAt: Date | null },
): Promise<void> {
  const now = clock();
  const due = plus(now, -everyMs);
  if (grant.lastUsedAt !== null && grant.lastUsedAt > due) return;
  const { workspaceId, id } = grant;
  await note(admission, { workspaceId, id, now: now.toISOString(), due: due.toISOString() });
}
