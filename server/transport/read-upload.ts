import { ApiError, invalid } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { isEncoded, readBody, readCodings } from "./read-body";

/** A file as a request's whole body. */
export interface Upload {
  name: string;
  content: Buffer;
}

/** Of endpoints that take none. */
export const noUpload: Upload = { name: "", content: Buffer.alloc(0) };

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** @returns null when the bytes are not UTF-8 */
function utf8(bytes: Buffer): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^\s;"]*)\s*(?:;|$)/i;
const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*(?:;|$)/i;

/** `filename*` of RFC 8187. */
function extendedName(header: string): string | null | undefined {
  const [, encoded] = extended.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** `filename`; most clients write UTF-8 into it, which arrives as one character for each byte. */
function plainName(header: string): string | undefined {
  const [, quoted, token] = plain.exec(header) ?? [];
  const text = quoted?.replace(/\\(.)/g, "$1") ?? token;
  return text === undefined ? undefined : (utf8(Buffer.from(text, "latin1")) ?? text);
}

/** The name in a Content-Disposition (RFC 6266, 4.3); without the header an empty one. @throws ApiError VALIDATION_ERROR */
function nameInDisposition(header: string | null): string {
  if (header === null) return "";
  const name = extendedName(header) ?? plainName(header);
  if (name !== undefined && name !== null) return name;
  const message = "Must be such as attachment; filename*=UTF-8''note.pdf.";
  throw invalid([{ path: "Content-Disposition", message }]);
}

const inMebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

/**
 * A body that is a file. Reading stops at the limit, and an incomplete body is refused as a whole.
 * @throws ApiError VALIDATION_ERROR, INVALID_REQUEST_BODY, CONTENT_TOO_LARGE, UNSUPPORTED_CONTENT_ENCODING
 */
export async function readUpload(request: Request, maximum: number): Promise<Upload> {
  if (isEncoded(request)) throw new ApiError("UNSUPPORTED_CONTENT_ENCODING", { headers: readCodings });
  const name = nameInDisposition(request.headers.get("content-disposition"));
  const content = await readBody(request, maximum);
  if (content === "too long")
    throw new ApiError("CONTENT_TOO_LARGE", {
      ...because("uploadTooLarge", { size: inMebibytes(maximum) }),
      resolution: "Send a smaller file.",
    });
  const declared = request.headers.get("content-length");
  const isWhole = Buffer.isBuffer(content) && (declared === null || Number(declared) === content.length);
  if (!isWhole)
    throw new ApiError("INVALID_REQUEST_BODY", {
      ...because("uploadCut"),
      resolution: "Send it again.",
    });
  if (content.length === 0)
    throw new ApiError("INVALID_REQUEST_BODY", {
      ...because("uploadEmpty"),
      resolution: "Send the file's bytes as the body.",
    });
  return { name, content };
}
