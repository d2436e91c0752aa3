import { minute, plus } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";

/** How exact "last used" is: a busy client writes its row no more often (decision 3.9). */
const everyMs = minute;

/** Notes that a client used its approval. A counter, not data: a crash may forget the last moments of it. */
export async function noteUse(
  { counters, clock }: Services,
  grant: { workspaceId: string; id: string; lastUsedAt: Date | null },
): Promise<void> {
  const now = clock();
  const due = plus(now, -everyMs);
  if (grant.lastUsedAt !== null && grant.lastUsedAt > due) return;
  await counters`
    update oauth_grants set last_used_at = ${now.toISOString()}::timestamptz
    where workspace_id = ${grant.workspaceId} and id = ${grant.id}
      and (last_used_at is null or last_used_at <= ${due.toISOString()}::timestamptz)`;
}
