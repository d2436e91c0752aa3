import { eq, type SQL, sql } from "drizzle-orm";
import { erasures } from "@/drizzle/schema/erasures";
import type { InWorkspace } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { eraseFiles } from "./erase-files";
import { eraseBodies, eraseMails } from "./erase-mails";
import { eraseSchedules } from "./erase-schedules";
import { eraseTraces } from "./erase-traces";
import { mentionsOf } from "./mentions";
import { releaseAddress } from "./release-address";
import type { OwnedResources } from "./schema";
import { type Place, workspace } from "./walk";

/** The result of an erasure: the counts of the person's resources. */
export interface Erased extends OwnedResources {
  userId: string;
  erasedAt: Date;
}

/** Places that may contain traces of a person, in search order. An erasure in progress stores its place as an index. */
const places: readonly Place[] = [
  ...eraseSchedules,
  ...releaseAddress,
  eraseMails,
  ...eraseTraces,
  eraseFiles,
  eraseBodies,
];

const counts = places.flatMap(({ table }): SQL[] =>
  table ? [sql`(select count(*) from ${table} where workspace_id = ${workspace})`] : [],
);
/** Counted once at the start; rows written during the search are searched, too. */
const countAll = statement<{ total: number }>(sql`select (${sql.join(counts, sql` + `)})::int as total`);

/**
 * Erases the person's traces in the next rows, in the open transaction.
 * @returns progress in rows; the result once nothing is left to search
 * @throws ApiError CONFLICT without an erasure in progress
 */
export async function resumeErasure(tx: InWorkspace, userId: string) {
  const whole = scoped(workspaceOf(tx), erasures);
  const which = eq(erasures.userId, userId);
  const [begun] = await whole.selectAll(tx.db).where(which);
  if (!begun) throw new ApiError("CONFLICT");
  const { erasedAt, names, emails, place: number, doneCount, totalCount } = begun;
  if (totalCount === null) {
    const [counted] = await countAll(tx.db, { workspaceId: tx.workspaceId });
    const total = counted?.total ?? 0;
    await whole.update(tx.db).set({ totalCount: total }).where(which);
    return { progress: { done: 0, total } };
  }
  const mentions = mentionsOf({ names, emails });
  const step = await places[number]?.look({ ...tx, userId, erasedAt, mentions }, begun.position);
  const next = step?.position
    ? { place: number, position: [...step.position] }
    : { place: number + 1, position: null };
  if (next.place >= places.length) {
    await whole.delete(tx.db).where(which);
    return { result: { userId, erasedAt, ...(begun.possessions as unknown as OwnedResources) } };
  }
  const done = Math.min(totalCount, doneCount + (step?.seenCount ?? 0));
  await whole
    .update(tx.db)
    .set({ ...next, doneCount: done })
    .where(which);
  return { progress: { done, total: totalCount } };
}
