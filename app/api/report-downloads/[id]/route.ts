import { paths } from "@/app/paths";
import { explained, leadTo } from "@/server/api/answer-file";
import { handleReportDownload } from "@/server/api/handle-report-download";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** A report's file, made on the dashboard or too large for a mail; a visitor signs in and returns. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const name = encodeURIComponent(id);
  const session = await currentActor();
  if (!session) return leadTo(`/login?${new URLSearchParams({ next: paths.reportDownload(name) })}`);
  const answer = await handleReportDownload(services(), id, session);
  return explained(request, answer, paths.reportFile(name));
}
