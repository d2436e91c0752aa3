/** The answer to a request; converted to a Response at the very end. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text, or null for no body. */
  body: string | null;
  /** The body encoded as in the headers' Content-Encoding; sent instead of `body`. */
  encoded?: Uint8Array<ArrayBuffer> | undefined;
  /** A file, which is sent part by part in place of `body`. */
  stream?: ReadableStream<Uint8Array> | undefined;
}

/** A JSON answer. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** Converts an answer to a Response; a HEAD request gets only the headers. */
export function toResponse(answer: Answer, method: string): Response {
  const headers =
    answer.body === null || answer.stream
      ? answer.headers
      : { "content-type": "application/json", ...answer.headers };
  return new Response(method === "HEAD" ? null : (answer.stream ?? answer.encoded ?? answer.body), {
    status: answer.status,
    headers,
  });
}
