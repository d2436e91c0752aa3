import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import type { Services } from "@/server/kernel/services";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { findFeed } from "@/server/modules/leave/feeds/find-feed";
import { feedRate, guessRate } from "@/server/modules/leave/feeds/policy";
import { noteFetch, readFeed } from "@/server/modules/leave/feeds/read-feed";
import type { ParsedRequest } from "@/server/transport/parsed-request";

/** 256 bits, and the digits of a workspace, which a URL of an earlier release lacks. */
const address = /^\/ical\/([A-Za-z0-9_-]{43}(?:[A-Za-z0-9]{22})?)\.ics$/;

/** The address is a secret, whatever the response to it. */
const secret = {
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...secret,
      ...headers,
    },
  });

const missing = () => plain(404, "This calendar doesn't exist any more. Make a new one in Timeaway.");

/** Whether the reader has the current version already (RFC 9110, 13.1.2). */
const isKnown = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));

/** GET /ical/<token>.ics: 503 with Retry-After while the database is unavailable. */
export async function handleFeed(parsed: ParsedRequest, services: Services): Promise<Response> {
  try {
    return await withTimeout(answerFeed(parsed, services), databaseTimeoutMs);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    services.log.warn({ err: error }, "the database is unavailable");
    return plain(503, "This calendar can't be read right now. Try again in a minute.", {
      "retry-after": "60",
    });
  }
}

/** A user's calendar, for any client that has its address (decision 12.8). */
async function answerFeed(
  { request, method, path, ip }: ParsedRequest,
  services: Services,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") return plain(405, "Method Not Allowed", { allow: "GET, HEAD" });
  const token = address.exec(path)?.[1];
  const feed = token === undefined ? null : await findFeed(services, token);
  const now = services.clock();
  const taken = feed
    ? await takeToken(services.db, `feed:${feed.id}`, { ...feedRate, now })
    : await takeToken(services.db, `feed-guess:${sourceBucket(ip)}`, { ...guessRate, now });
  if (!taken.ok) return plain(429, "Too Many Requests", { "retry-after": String(taken.retryAfterSeconds) });
  const read = feed && (await readFeed(services, feed));
  if (!feed || !read) return missing();
  await noteFetch(services, feed, request.headers.get("user-agent") ?? "");
  const etag = `"${read.tag}"`;
  const headers = {
    etag,
    // Cached by the reader alone, and revalidated each time.
    "cache-control": "private, no-cache",
    ...secret,
  };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const shown = {
    ...headers,
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'inline; filename="timeaway.ics"',
  };
  // The body is not generated for its length alone (RFC 9110, 9.3.2).
  if (method === "HEAD") return new Response(null, { headers: shown });
  const text = await read.text();
  return new Response(text, { headers: { ...shown, "content-length": String(Buffer.byteLength(text)) } });
}
