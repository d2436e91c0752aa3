import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { readFile } from "@/server/modules/messaging/outbox/read-file";
import { type DownloadRow, findMailedDownload, loadDownload } from "./downloads";

export interface ReadDownload {
  download: DownloadRow & { byteCount: number };
  /** One chunk at a time: little of the file is in memory, however long it is. */
  chunks: AsyncGenerator<Buffer>;
}

/**
 * A file that the acting user requested, or that was mailed to them.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when there is none, or it is not ready
 */
export async function readDownload(ctx: Ctx, id: string): Promise<ReadDownload> {
  const download = (await findMailedDownload(ctx, id)) ?? (await loadDownload(ctx, id));
  const { byteCount } = download;
  if (download.status !== "ready" || byteCount === null) throw new ApiError("RESOURCE_NOT_FOUND");
  return { download: { ...download, byteCount }, chunks: readFile(ctx.db, download) };
}
