import type { Settings } from "@/server/kernel/env";
import { OauthError } from "@/server/oauth/errors";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

const parsed = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

/** Allowed origins of pages: ours, and tools on the user's own machine. Apps call from their servers, without an origin. */
function isKnownOrigin(origin: string, settings: Settings): boolean {
  const url = parsed(origin);
  if (!url) return false;
  const ours = [settings.mcpUrl, settings.baseUrl, settings.appUrl, settings.authUrl];
  return loopback.has(url.hostname) || ours.some((one) => new URL(one).origin === url.origin);
}

/** A name of our address. Without this check a foreign page could have its own name resolve to us (DNS rebinding). */
function isOurHost(host: string, { mcpUrl }: Settings): boolean {
  // Almost every caller sends it as written, which needs no parser.
  if (mcpUrl.split("/", 3)[2] === host) return true;
  const [asked, own] = [parsed(`http://${host}`), new URL(mcpUrl)];
  if (!asked) return false;
  return asked.hostname === own.hostname || (loopback.has(own.hostname) && loopback.has(asked.hostname));
}

/**
 * Refuses pages of foreign origins (decision 13.1; MCP, transports: security warning).
 * @returns the origin, for the response's CORS headers; null when no page calls
 * @throws OauthError forbidden
 */
export function checkOrigin(request: Request, host: string, settings: Settings): string | null {
  if (!isOurHost(host, settings)) throw new OauthError("forbidden", "This host is not served here.");
  const origin = request.headers.get("origin");
  if (origin !== null && !isKnownOrigin(origin, settings))
    throw new OauthError("forbidden", "Pages of this origin may not ask here.");
  return origin;
}
