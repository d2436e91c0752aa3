import { limits } from "@/drizzle/schema/limits";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { decodeId, type IdKind } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { createFile } from "@/server/modules/leave/files/create";
import { leaveFileV2 } from "@/server/modules/leave/files/present";
import { readFile } from "@/server/modules/leave/files/read";
import { sentFileHeaders, streamOf } from "@/server/transport/file-answer";
import { readUpload } from "@/server/transport/read-upload";
import { isSameOrigin } from "@/server/transport/same-origin";
import { refuseFile } from "./answer-file";

// Files of a leave as the pages send and read them: too large for the pages' calls.

function idOf(kind: IdKind, text: string): string {
  const id = decodeId(kind, text);
  if (id === null) throw new ApiError("RESOURCE_NOT_FOUND");
  return id;
}

/** Answers for the user of a session. Errors are answered in the API's envelope. */
async function forUser(
  services: Services,
  signedIn: SignedIn | null,
  answer: (ctx: Ctx, requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = newRequestId();
  try {
    if (!signedIn)
      throw new ApiError("UNAUTHORIZED", {
        ...because("fileUnsigned"),
        resolution: "Sign in again.",
      });
    return await answer(ctxFor(services, signedIn.actor, requestId), requestId);
  } catch (error) {
    return refuseFile(error, requestId);
  }
}

/** Adds the request's body to a leave, for a page of ours. */
export const handleLeaveFileUpload = (
  services: Services,
  request: Request,
  leaveId: string,
  signedIn: SignedIn | null,
): Promise<Response> =>
  forUser(services, signedIn, async (ctx) => {
    if (!isSameOrigin(request.headers, new URL(services.settings.appUrl).origin))
      throw new ApiError("FORBIDDEN", because("otherOrigin"));
    const id = idOf("leave", leaveId);
    const file = await createFile(ctx, id, await readUpload(request, limits.fileBytes));
    return Response.json(
      { data: leaveFileV2(file) },
      { status: 201, headers: { "cache-control": "no-store" } },
    );
  });

/** A file of a leave, to save. */
export const handleLeaveFileDownload = (
  services: Services,
  { leaveId, fileId }: { leaveId: string; fileId: string },
  signedIn: SignedIn | null,
): Promise<Response> =>
  forUser(services, signedIn, async (ctx, requestId) => {
    const { file, chunks } = await readFile(ctx, idOf("leave", leaveId), idOf("leaveFile", fileId));
    const onFail = (error: unknown) => services.log.error({ error, requestId }, "a download broke off");
    return new Response(streamOf(chunks, onFail), {
      headers: { ...sentFileHeaders({ ...file, chunks }), "x-request-id": requestId },
    });
  });
