import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { fileKinds } from "@/server/kernel/text/write-table";
import { requireReportsPlan } from "@/server/modules/integrations/reports/policy";
import { readDownload } from "@/server/modules/integrations/reports/read-download";
import { attachment, streamOf } from "@/server/transport/file-answer";
import { fileHeaders, refuseFile } from "./answer-file";

/** The report file that the signed-in user requested. Errors are answered in the API's envelope. */
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
    const contentType = download.contentType ?? fileKinds[download.format].contentType;
    return new Response(streamOf(chunks, onFail), {
      headers: {
        ...fileHeaders(contentType, attachment(download.fileName), requestId),
        "content-length": String(download.byteCount),
      },
    });
  } catch (error) {
    return refuseFile(error, requestId);
  }
}
