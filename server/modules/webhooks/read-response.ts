import type { Dispatcher } from "undici";
import type { DeliveryError } from "@/drizzle/schema/values";
import { second } from "@/server/kernel/clock";

/** Of an answer, for the log. */
export const maximumResponseBytes = 16 * 1024;
const maximumHeaderCharacters = 8 * 1024;
/** The status has decided already; what is read from here on is only for the log. */
const bodyWithinMs = 2 * second;

interface Read {
  ok: boolean;
  httpStatus: number;
  error: DeliveryError | null;
  message: string | null;
  responseHeaders: Record<string, string>;
  responseBody: Buffer;
  retryAfter: string | undefined;
}

function verdictOf(status: number): Pick<Read, "ok" | "error" | "message"> {
  if (status >= 200 && status < 300) return { ok: true, error: null, message: null };
  if (status >= 300 && status < 400)
    return { ok: false, error: "REDIRECT", message: `Answered ${status}; redirects are not followed.` };
  return { ok: false, error: "HTTP_STATUS", message: `Answered ${status}.` };
}

/** The status decides; of headers and body as much is kept as the log holds. */
export async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<Read> {
  return {
    ...verdictOf(statusCode),
    httpStatus: statusCode,
    responseHeaders: keptHeaders(headers),
    responseBody: await readBody(body, signal),
    retryAfter: [headers["retry-after"]].flat()[0],
  };
}

function keptHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const kept: Record<string, string> = {};
  let room = maximumHeaderCharacters;
  for (const [name, value] of Object.entries(headers)) {
    const text = [value].flat().join(", ");
    room -= name.length + text.length;
    if (room < 0) break;
    kept[name] = text;
  }
  return kept;
}

/** At most 16 KiB, for at most two seconds; what breaks off is kept as far as it came. */
function readBody(body: Dispatcher.ResponseData["body"], signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).subarray(0, maximumResponseBytes));
      // Not read to its end: the connection is of no more use.
      if (!body.readableEnded) body.destroy();
    };
    const timer = setTimeout(end, bodyWithinMs);
    signal.addEventListener("abort", end, { once: true });
    body.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maximumResponseBytes) end();
    });
    body.on("error", () => undefined);
    // Comes last, whether it has ended or broken off.
    body.on("close", end);
  });
}
