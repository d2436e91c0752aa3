import { z } from "zod";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { csvStyles } from "@/server/kernel/text/csv";
import { exportAudit } from "@/server/modules/workspace/audit/export";
import { AuditQuery } from "@/server/modules/workspace/audit/schema";
import { streamOf } from "@/server/transport/file-answer";
import { queryRecord, validate } from "@/server/transport/validate";
import { fileHeaders, refuseFile } from "./answer-file";

/** A page's addition to its filter: the CSV style of its language. */
const ExportQuery = AuditQuery.extend({ separator: z.enum(["comma", "semicolon"]).default("comma") });
const parameters = new Set(Object.keys(ExportQuery.shape));

async function* bytesOf(parts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

/** The lines of the audit log that match the query, as a CSV file. Errors are answered in the API's envelope. */
export function handleAuditExport(services: Services, request: Request, { actor }: SignedIn): Response {
  const requestId = newRequestId();
  const onFail = (error: unknown) =>
    services.log.error({ error, requestId }, "an export of the audit log broke off");
  try {
    const { separator, ...filter } = validate(
      ExportQuery,
      queryRecord(new URL(request.url).search, parameters),
    );
    const parts = exportAudit(ctxFor(services, actor, requestId), filter, csvStyles[separator]);
    const day = services.clock().toISOString().slice(0, 10);
    return new Response(streamOf(bytesOf(parts), onFail), {
      headers: fileHeaders(
        "text/csv; charset=utf-8",
        `attachment; filename="audit-log-${day}.csv"`,
        requestId,
      ),
    });
  } catch (error) {
    return refuseFile(error, requestId);
  }
}
