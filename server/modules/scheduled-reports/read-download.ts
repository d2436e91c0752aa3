import { and, eq } from "drizzle-orm";
import { reportDownloadChunks } from "@/drizzle/schema/report-downloads";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { type DownloadRow, findMailedDownload, loadDownload } from "./downloads";

export interface ReadDownload {
  download: DownloadRow & { byteCount: number };
  /** One chunk at a time: little of the file is in memory, however long it is. */
  chunks: AsyncGenerator<Buffer>;
}

async function* chunksOf({ db }: Ctx, { workspaceId, id }: DownloadRow): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const [chunk] = await scoped(workspaceOf({ workspaceId }), reportDownloadChunks)
      .select(db, { content: reportDownloadChunks.content })
      .where(and(eq(reportDownloadChunks.downloadId, id), eq(reportDownloadChunks.position, position)));
    if (!chunk) return;
    yield chunk.content;
  }
}

/**
 * A file that the acting user requested, or that was mailed to them.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when there is none, or it is not ready
 */
export async function readDownload(ctx: Ctx, id: string): Promise<ReadDownload> {
  const download = (await findMailedDownload(ctx, id)) ?? (await loadDownload(ctx, id));
  const { byteCount } = download;
  if (download.status !== "ready" || byteCount === null) throw new ApiError("RESOURCE_NOT_FOUND");
  return { download: { ...download, byteCount }, chunks: chunksOf(ctx, download) };
}
