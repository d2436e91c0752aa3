import { paths } from "@/app/paths";
import { explained, leadTo } from "@/server/api/answer-file";
import { handleAuditExport } from "@/server/api/handle-audit-export";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** The audit log as a file; a visitor signs in, and then reaches the page with the same filter. */
export async function GET(request: Request): Promise<Response> {
  const page = paths.auditLog + new URL(request.url).search;
  const session = await currentActor();
  if (!session) return leadTo(`/login?${new URLSearchParams({ next: page })}`);
  return explained(request, handleAuditExport(services(), request, session), page);
}
