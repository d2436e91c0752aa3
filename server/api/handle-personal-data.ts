import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { exportPerson } from "@/server/modules/people/personal-data/export-person";
import { writeArchive } from "@/server/modules/people/personal-data/write-archive";
import { fileHeaders, refuseFile } from "./answer-file";

/** All data of the workspace about one person, as a ZIP file. Errors are answered in the API's envelope. */
export async function handlePersonalData(
  services: Services,
  id: string,
  { actor, language }: SignedIn,
): Promise<Response> {
  const requestId = newRequestId();
  try {
    const userId = decodeId("user", id);
    if (userId === null) throw new ApiError("RESOURCE_NOT_FOUND");
    const file = writeArchive(await exportPerson(ctxFor(services, actor, requestId, language), userId));
    // No personal name in it: browser histories keep file names.
    const name = `personal-data-${services.clock().toISOString().slice(0, 10)}.zip`;
    return new Response(file, {
      headers: {
        ...fileHeaders("application/zip", `attachment; filename="${name}"`, requestId),
        "content-length": String(file.byteLength),
      },
    });
  } catch (error) {
    return refuseFile(error, requestId);
  }
}
