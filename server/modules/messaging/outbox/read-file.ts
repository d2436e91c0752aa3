import { and, eq } from "drizzle-orm";
import { reportDownloadChunks } from "@/drizzle/schema/report-downloads";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { ItemKey } from "@/server/worker/begin-attempts";

/** A stored file, one chunk at a time: little of it is in memory, however long it is. */
export function readFile(db: Db, file: ItemKey): AsyncGenerator<Buffer> {
  return chunksOf(db, file);
}

async function* chunksOf(db: Db, { workspaceId, id }: ItemKey): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const [chunk] = await scoped(workspaceOf({ workspaceId }), reportDownloadChunks)
      .select(db, { content: reportDownloadChunks.content })
      .where(and(eq(reportDownloadChunks.downloadId, id), eq(reportDownloadChunks.position, position)));
    if (!chunk) return;
    yield chunk.content;
  }
}
