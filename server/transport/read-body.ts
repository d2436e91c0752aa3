import { ApiError } from "@/server/kernel/errors";

const jsonType = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

const refused = (description: string): ApiError => new ApiError("INVALID_REQUEST_BODY", { description });

/** Supported content codings of a body, as required in a 415 (RFC 9110, 12.5.3). */
export const readCodings = { "accept-encoding": "identity" };

/** Whether the body is compressed: then its bytes do not match the Content-Type. */
export const isEncoded = ({ headers }: Request): boolean =>
  (headers.get("content-encoding") ?? "")
    .split(",")
    .some((coding) => !["", "identity"].includes(coding.trim().toLowerCase()));

const tooLong = "too long" as const;
const brokenOff = "broken off" as const;

const within = (maximum: number, bytes: Buffer): Buffer | typeof tooLong =>
  bytes.length > maximum ? tooLong : bytes;

async function collect(request: Request, maximum: number): Promise<Buffer | typeof tooLong> {
  const declared = request.headers.get("content-length") ?? "";
  if (Number(declared) > maximum) return tooLong;
  // HTTP passes on no more bytes than declared. Reading them at once avoids a web stream, which costs more than everything else.
  if (/^\d+$/.test(declared)) return within(maximum, Buffer.from(await request.arrayBuffer()));
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maximum) {
      await reader.cancel().catch(() => {});
      return tooLong;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Reading fails only when the client disconnects or times out: not our error. */
const received = (request: Request, maximum: number): Promise<Buffer | typeof tooLong | typeof brokenOff> =>
  collect(request, maximum).catch(() => brokenOff);

/** The bytes of a body, or why there are none. */
export async function readBody(
  request: Request,
  maximum: number,
): Promise<Buffer | typeof tooLong | typeof brokenOff> {
  receiving.add(request);
  const body = await received(request, maximum);
  receiving.delete(request);
  return body;
}

const receiving = new WeakSet<Request>();

/** Whether the client is still sending the body: the server sets the timeout for it. */
export const isReceiving = (request: Request): boolean => receiving.has(request);

/**
 * The bytes of a body, at most `maximum`.
 * @returns null when the body is longer, or when the connection ended early
 */
export async function readBytes(request: Request, maximum: number): Promise<Buffer | null> {
  const body = await readBody(request, maximum);
  return Buffer.isBuffer(body) ? body : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("The body is not valid JSON in UTF-8.");
  }
}

function decode(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refused("The body is not valid JSON in UTF-8.");
  }
}

/** A JSON object and its source text. */
export interface JsonBody {
  value: Record<string, unknown>;
  text: string;
}

/**
 * The JSON object in a request's body (decision 4.7). Returns `undefined` for an absent body, for endpoints whose body is optional.
 * @throws ApiError INVALID_REQUEST_BODY, UNSUPPORTED_CONTENT_ENCODING
 */
export async function readJsonObject(request: Request, maximum: number): Promise<JsonBody | undefined> {
  if (isEncoded(request)) throw new ApiError("UNSUPPORTED_CONTENT_ENCODING", { headers: readCodings });
  const bytes = await received(request, maximum);
  if (bytes === tooLong) throw refused(`The body is larger than ${maximum / 1024} KiB.`);
  if (!Buffer.isBuffer(bytes)) throw refused("The connection ended before the body was complete.");
  if (bytes.length === 0) return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (!jsonType.test(type.trim())) throw refused("The Content-Type must be application/json.");
  const text = decode(bytes);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refused("The body must be a JSON object.");
  return { value: value as Record<string, unknown>, text };
}
