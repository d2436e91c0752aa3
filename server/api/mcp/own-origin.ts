import type { Settings } from "@/server/kernel/env";
import { OauthError } from "@/server/oauth/errors";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

const parsed = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

/** A page's origin that may ask: ours, and tools on the person's own machine. Apps ask from their servers, without one. */
function isKnownOrigin(origin: string, settings: Settings): boolean {
  const url = parsed(origin);
  if (!url) return false;
  const ours = [settings.mcpUrl, settings.baseUrl, settings.appUrl, settings.authUrl];
  return loopback.has(url.hostname) || ours.some((one) => new URL(one).origin === url.origin);
}

/** A name that our address goes by: else a page elsewhere had its own name lead here (DNS rebinding). */
function isOurHost(host: string, { mcpUrl }: Settings): boolean {
  // As it is written is how nearly everybody asks, and needs no parser.
  if (mcpUrl.split("/", 3)[2] === host) return true;
  const [asked, own] = [parsed(`http://${host}`), new URL(mcpUrl)];
  if (!asked) return false;
  return asked.hostname === own.hostname || (loopback.has(own.hostname) && loopback.has(asked.hostname));
}

/**
 * Lets no page of somewhere else ask (decision 13.1; MCP, transports: security warning).
 * @returns the origin, for the answer's CORS headers; null when no page asks
 * @throws OauthError forbidden
 */
export function checkOrigin(request: Request, host: string, settings: Settings): string | null {
  if (!isOurHost(host, settings)) throw new OauthError("forbidden", "This host is not served here.");
  const origin = request.headers.get("origin");
  if (origin !== null && !isKnownOrigin(origin, settings))
    throw new OauthError("forbidden", "Pages of this origin may not ask here.");
  return origin;
}
