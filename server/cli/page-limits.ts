import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "@/server/kernel/env";
import { ApiError } from "@/server/kernel/errors";
import { Buckets } from "@/server/kernel/http/buckets";
import { sourceBucket } from "@/server/kernel/http/source-ip";
import { second } from "@/server/kernel/time/clock";
import { openSession, sessionCookieName } from "@/server/signin/session-cookie";
import { refusalOf } from "@/server/transport/trpc-error";
import type { PageHandler } from "./lean-server";
import { tooManyPage } from "./too-many-page";

/** A bucket's capacity, in seconds of its rate. */
const burstSeconds = 10;
/** The signed-in users of one source, such as an office, share this many times the rate of one session. */
const peopleOfSource = 10;
const maxKnown = 10_000;

const perSecond = (rate: number): Buckets =>
  new Buckets({ burst: rate * burstSeconds, intervalMs: second / rate });

/**
 * Rate limits for pages and their calls, which have no API key: a rate per session, and per source address for requests without one
 * (decision 1.18). It runs before Next, so that refusing a request costs next to nothing. An unknown cookie counts as none until it was
 * verified: forged ones count for the source.
 */
export function withPageLimits(settings: Settings, pages: PageHandler): PageHandler {
  const { perSession, perSource } = settings.pageRates;
  if (perSession === 0 && perSource === 0) return pages;
  const sessions = perSession > 0 ? perSecond(perSession) : undefined;
  const offices = perSession > 0 ? perSecond(perSession * peopleOfSource) : undefined;
  const strangers = perSource > 0 ? perSecond(perSource) : undefined;
  const known = new Map<string, string>();
  const name = sessionCookieName(settings);

  async function remember(value: string): Promise<void> {
    const session = await openSession(settings, value).catch(() => null);
    if (!session) return;
    if (known.size >= maxKnown) known.clear();
    known.set(value, session.sessionId);
  }

  return async (incoming, outgoing) => {
    const cost = costOf(incoming);
    const source = sourceBucket(String(incoming.headers["x-forwarded-for"] ?? ""));
    const value = cookieOf(incoming, name);
    const session = value === undefined ? undefined : known.get(value);
    const waitMs =
      session === undefined
        ? (strangers?.take(source, cost) ?? 0)
        : sessions?.take(session, cost) || (offices?.take(source, cost) ?? 0);
    if (waitMs && waitMs > 0) return refuse(incoming, outgoing, Math.ceil(waitMs / second));
    if (value !== undefined && session === undefined) await remember(value);
    return pages(incoming, outgoing);
  };
}

const callPath = /^\/api\/trpc\/([^?]*)/;

/** A batch costs as much as its calls. */
function costOf({ url = "" }: IncomingMessage): number {
  const [, names] = callPath.exec(url) ?? [];
  return names === undefined ? 1 : names.split(/,|%2C/i).length;
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const part of headers.cookie?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Refuses in the requested format: a call's envelope, or a page that reloads itself. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, seconds: number): void {
  const isCall = callPath.test(incoming.url ?? "");
  const body = isCall ? refusedCall(seconds) : tooManyPage(incoming.headers["accept-language"], seconds);
  // Discards the rest of the body.
  incoming.resume();
  outgoing
    .writeHead(429, {
      "content-type": isCall ? "application/json" : "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    })
    .end(incoming.method === "HEAD" ? undefined : body);
}

const refusedCall = (retryAfterSeconds: number): string =>
  refusalOf(
    new ApiError("RATE_LIMITED", {
      description: `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
      details: { retryAfterSeconds },
    }),
  );
