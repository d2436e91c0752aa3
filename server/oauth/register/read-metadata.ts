import { ApiError } from "@/server/kernel/errors";
import { readJsonObject } from "@/server/transport/read-body";
import { compressed, OauthError } from "../errors";

export type Metadata = Record<string, unknown>;

const maximumBytes = 16 * 1024;

const malformed = (description: string): OauthError => new OauthError("invalid_client_metadata", description);

/** The JSON object of a registration. @throws OauthError invalid_client_metadata, unsupported_content_encoding */
export async function readMetadata(request: Request): Promise<Metadata> {
  const body = await readJsonObject(request, maximumBytes).catch((error: unknown) => {
    if (error instanceof ApiError)
      throw error.code === "UNSUPPORTED_CONTENT_ENCODING" ? compressed() : malformed(error.message);
    throw error;
  });
  if (body === undefined) throw malformed("The body must be a JSON object.");
  return body.value;
}
