import { isEncoded, readBytes } from "@/server/transport/read-body";
import { compressed } from "./errors";
import { formParams, jsonParams, type Params } from "./params";

const maximumBytes = 64 * 1024;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const mediaTypeOf = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

const parsers: Readonly<Record<string, (text: string) => Params | null>> = {
  "application/x-www-form-urlencoded": formParams,
  "application/json": jsonParams,
};

/**
 * The parameters of a form or JSON body; null when it is too long, of another type, or cannot be parsed.
 * @throws OauthError unsupported_content_encoding
 */
export async function readParams(request: Request): Promise<Params | null> {
  if (isEncoded(request)) throw compressed();
  const type = mediaTypeOf(request);
  const parse = Object.hasOwn(parsers, type) ? parsers[type] : undefined;
  const bytes = parse && (await readBytes(request, maximumBytes));
  if (!bytes) return null;
  try {
    return parse(strictUtf8.decode(bytes));
  } catch {
    return null;
  }
}
