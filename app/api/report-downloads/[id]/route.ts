import { paths } from "@/app/(web)/dashboard/paths";
import { handleReportDownload } from "@/server/api/handle-report-download";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** A report's file that was made on the dashboard or too large for a mail; a visitor signs in and comes back. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const session = await currentActor();
  if (session) return handleReportDownload(services(), id, session);
  const query = new URLSearchParams({ next: paths.reportDownload(encodeURIComponent(id)) });
  return new Response(null, {
    status: 303,
    headers: { location: `/login?${query}`, "cache-control": "no-store" },
  });
}
