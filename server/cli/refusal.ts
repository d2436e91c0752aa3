import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { answerOfError } from "@/server/api/envelope";
import { ApiError, type ErrorCode } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";

/** A request refused before a handler saw it. */
export interface Refused {
  requestId: string;
  code: ErrorCode;
  /** The parser's own error code. */
  reason?: string | undefined;
}
export type NoteRefused = (refused: Refused) => void;

/** Parser errors with their own status; all others are a plain 400. */
const codeOf: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "REQUEST_HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "CONTENT_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/** v2's envelope: the path is unknown, or implies no format. */
function refusal(code: ErrorCode) {
  const requestId = newRequestId();
  const { status, body } = answerOfError(new ApiError(code), requestId);
  const text = body ?? "";
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    connection: "close",
  };
  return { requestId, status, headers, text };
}

/** Refuses a request that no handler can answer. */
export function refuseRequest(outgoing: ServerResponse, code: ErrorCode, note: NoteRefused): void {
  const { requestId, status, headers, text } = refusal(code);
  note({ requestId, code });
  outgoing.writeHead(status, headers).end(text);
}

/** Refuses bytes that are no HTTP request, or did not all arrive in time. */
export function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { graceMs, note }: { graceMs: number; note: NoteRefused },
): void {
  if (error.code === "ECONNRESET" || !socket.writable || hasAnswered(socket)) {
    socket.destroy();
    return;
  }
  const code = codeOf[error.code ?? ""] ?? "MALFORMED_REQUEST";
  const { requestId, status, headers, text } = refusal(code);
  note({ requestId, code, reason: error.code });
  // Destroying at once could drop the answer before it is read; only ending leaves the other side open for ever.
  const gone = setTimeout(() => socket.destroy(), graceMs);
  socket.once("close", () => clearTimeout(gone));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
}

/** Whether an answer to the request was already begun; Node keeps it at the socket, and checks it there itself. */
const hasAnswered = (socket: Duplex & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent ?? false;
