import { payrollFormats } from "@/drizzle/schema/values";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readRunFile } from "@/server/modules/integrations/payroll/read-run-file";
import { sentFileHeaders, streamOf } from "@/server/transport/file-answer";
import { refuseFile } from "./answer-file";

/** The file of a payroll run for the user of a session. Errors are answered in the API's envelope. */
export async function handlePayrollFile(
  services: Services,
  { id, format }: { id: string; format: string | null },
  signedIn: SignedIn,
): Promise<Response> {
  const requestId = newRequestId();
  const onFail = (error: unknown) => services.log.error({ error, requestId }, "a download broke off");
  try {
    const uuid = decodeId("payrollRun", id);
    if (uuid === null) throw new ApiError("RESOURCE_NOT_FOUND");
    const wanted = payrollFormats.find((one) => one === format);
    const file = await readRunFile(ctxFor(services, signedIn.actor, requestId), uuid, wanted);
    return new Response(streamOf(file.chunks, onFail), {
      headers: { ...sentFileHeaders(file), "x-request-id": requestId },
    });
  } catch (error) {
    return refuseFile(error, requestId);
  }
}
