import { handleLeaveFileUpload } from "@/server/api/handle-leave-file";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** A file that a page adds to a leave. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ leaveId: string }> },
): Promise<Response> {
  const { leaveId } = await params;
  return handleLeaveFileUpload(services(), request, leaveId, await currentActor());
}
