import { and, eq } from "drizzle-orm";
import { reportDownloadChunks, reportDownloads } from "@/drizzle/schema/report-downloads";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type DownloadRow, loadDownload, ownDownloads } from "./downloads";

/** Cancels a file that is still being made; a finished one stays. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export function cancelDownload(ctx: Ctx, id: string): Promise<DownloadRow> {
  return inTransaction(ctx, async (tx) => {
    const [ended] = await scoped(workspaceOf(tx.actor), reportDownloads)
      .update(tx.db)
      .set({ status: "cancelled", nextAttemptAt: null, finishedAt: tx.now() })
      .where(and(ownDownloads(tx), eq(reportDownloads.id, id), eq(reportDownloads.status, "running")))
      .returning();
    if (!ended) return loadDownload(tx, id);
    // The writer locks the row while it writes a chunk, so no chunk can follow.
    await scoped(workspaceOf(ended), reportDownloadChunks)
      .delete(tx.db)
      .where(eq(reportDownloadChunks.downloadId, ended.id));
    return ended;
  });
}
