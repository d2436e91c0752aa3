import { paths } from "@/app/paths";
import { explained, leadTo } from "@/server/api/answer-file";
import { handleLeaveFileDownload } from "@/server/api/handle-leave-file";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** A file of a leave; a visitor signs in and returns to the leave's page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ leaveId: string; fileId: string }> },
): Promise<Response> {
  const file = await params;
  const page = paths.leave(encodeURIComponent(file.leaveId));
  const session = await currentActor();
  if (!session) return leadTo(`/login?${new URLSearchParams({ next: page })}`);
  return explained(request, await handleLeaveFileDownload(services(), file, session), page);
}
