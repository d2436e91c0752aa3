import { paths } from "@/app/(web)/dashboard/paths";
import { handleReportDownload } from "@/server/api/handle-report-download";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** A report's file that was made on the dashboard; a visitor is sent to sign in. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const session = await currentActor();
  if (session) return handleReportDownload(services(), (await params).id, session);
  const query = new URLSearchParams({ next: paths.reports });
  return new Response(null, {
    status: 303,
    headers: { location: `/login?${query}`, "cache-control": "no-store" },
  });
}
