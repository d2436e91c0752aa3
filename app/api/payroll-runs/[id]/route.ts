import { paths } from "@/app/paths";
import { explained, leadTo } from "@/server/api/answer-file";
import { handlePayrollFile } from "@/server/api/handle-payroll-file";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** The file of a payroll run; a visitor signs in and returns. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const name = encodeURIComponent((await params).id);
  const format = new URL(request.url).searchParams.get("format");
  const session = await currentActor();
  if (!session) return leadTo(`/login?${new URLSearchParams({ next: paths.payrollRun(name) })}`);
  const answer = await handlePayrollFile(services(), { id: (await params).id, format }, session);
  return explained(request, answer, paths.payrollRun(name));
}
