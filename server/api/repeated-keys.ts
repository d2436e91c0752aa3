import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isLeanMount } from "@/server/kernel/services";

const name = "idempotency-key";

/**
 * Two Idempotency-Key headers reach a handler joined by ", ", which a single key may contain as well: only the raw headers tell them
 * apart. A repeated header is emptied, so that it is refused as malformed (decision 4.10).
 */
export function refuseRepeatedKeys({ headers, rawHeaders }: IncomingMessage): void {
  const joined = headers[name];
  if (typeof joined !== "string" || !joined.includes(", ")) return;
  const places = rawHeaders.flatMap((text, at) => (at % 2 === 0 && text.toLowerCase() === name ? [at] : []));
  if (places.length < 2) return;
  for (const at of places) rawHeaders[at + 1] = "";
  headers[name] = "";
}

/** On a Next host our code never sees the raw headers, so Node shows us each request before Next takes it. */
export function watchRepeatedKeys(): void {
  if (isLeanMount()) return;
  subscribe("http.server.request.start", (message) =>
    refuseRepeatedKeys((message as { request: IncomingMessage }).request),
  );
}
