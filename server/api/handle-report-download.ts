import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError, errorBody } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requireReportsPlan } from "@/server/modules/scheduled-reports/policy";
import { readDownload } from "@/server/modules/scheduled-reports/read-download";
import { contentTypes } from "@/server/modules/scheduled-reports/write-file";

/** Each piece is asked for when the reader has taken the one before. What goes wrong on the way breaks the download off. */
function streamOf(
  chunks: AsyncGenerator<Buffer>,
  onFail: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await chunks.next();
          if (chunk.done) controller.close();
          else controller.enqueue(chunk.value);
        } catch (error) {
          onFail(error);
          controller.error(error);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function refuse(error: ApiError, requestId: string): Response {
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json({ error: errorBody(error, requestId) }, { status: error.status, headers });
}

/** RFC 6266: a name for everybody, and the whole one for those who know RFC 5987. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** The file that the signed-in person had made of a report. Errors are answered in the envelope of the API. */
export async function handleReportDownload(
  services: Services,
  id: string,
  { actor }: SignedIn,
): Promise<Response> {
  const requestId = newRequestId();
  const onFail = (error: unknown) => services.log.error({ error, requestId }, "a download broke off");
  try {
    const ctx = ctxFor(services, actor, requestId);
    requireReportsPlan(ctx);
    const uuid = decodeId("download", id);
    if (uuid === null) throw new ApiError("RESOURCE_NOT_FOUND");
    const { download, chunks } = await readDownload(ctx, uuid);
    return new Response(streamOf(chunks, onFail), {
      headers: {
        "content-type": contentTypes[download.format],
        "content-length": String(download.byteCount),
        "content-disposition": disposition(download.fileName),
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "x-request-id": requestId,
      },
    });
  } catch (error) {
    if (error instanceof ApiError) return refuse(error, requestId);
    throw error;
  }
}
