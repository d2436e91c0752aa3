import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError, errorBody } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { exportAudit } from "@/server/modules/audit/export";
import { AuditQuery } from "@/server/modules/audit/schema";
import { queryRecord, validate } from "@/server/transport/validate";

const parameters = new Set(Object.keys(AuditQuery.shape));
/** Spreadsheets take a file without it for one of the old code pages, and break names. */
const byteOrderMark = "\ufeff";

/** Each part is asked for when the reader has taken the one before. What goes wrong on the way breaks the download off. */
function streamOf(
  parts: AsyncGenerator<string>,
  onFail: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark)),
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done) controller.close();
          else controller.enqueue(encoder.encode(part.value));
        } catch (error) {
          onFail(error);
          controller.error(error);
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function refuse(error: ApiError, requestId: string): Response {
  const headers = { "x-request-id": requestId, "cache-control": "no-store" };
  return Response.json({ error: errorBody(error, requestId) }, { status: error.status, headers });
}

/** The lines of the audit log that the query selects, as a CSV file. Errors are answered in the envelope of the API. */
export function handleAuditExport(services: Services, request: Request, { actor }: SignedIn): Response {
  const requestId = newRequestId();
  const onFail = (error: unknown) =>
    services.log.error({ error, requestId }, "an export of the audit log broke off");
  try {
    const filter = validate(AuditQuery, queryRecord(new URL(request.url).search, parameters));
    const parts = exportAudit(ctxFor(services, actor, requestId), filter);
    const day = services.clock().toISOString().slice(0, 10);
    return new Response(streamOf(parts, onFail), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="audit-log-${day}.csv"`,
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
