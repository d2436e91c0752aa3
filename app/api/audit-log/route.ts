import { paths } from "@/app/(web)/dashboard/paths";
import { handleAuditExport } from "@/server/api/handle-audit-export";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** The audit log as a file; a visitor is sent to sign in, and then to the page with the same filter. */
export async function GET(request: Request): Promise<Response> {
  const session = await currentActor();
  if (session) return handleAuditExport(services(), request, session);
  const query = new URLSearchParams({ next: paths.auditLog + new URL(request.url).search });
  return new Response(null, {
    status: 303,
    headers: { location: `/login?${query}`, "cache-control": "no-store" },
  });
}
