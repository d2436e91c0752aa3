import { ApiError } from "@/server/kernel/errors";
import { readJsonObject } from "@/server/transport/read-body";
import { OauthError } from "../errors";

export type Metadata = Record<string, unknown>;

const maximumBytes = 16 * 1024;

const malformed = (description: string): OauthError => new OauthError("invalid_client_metadata", description);

/** The JSON object of a registration. @throws OauthError invalid_client_metadata */
export async function readMetadata(request: Request): Promise<Metadata> {
  const body = await readJsonObject(request, maximumBytes).catch((error: unknown) => {
    if (error instanceof ApiError) throw malformed(error.message);
    throw error;
  });
  if (body === undefined) throw malformed("The body must be a JSON object.");
  return body.value;
}
