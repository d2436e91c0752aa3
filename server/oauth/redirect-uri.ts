import type { FieldFaultKey } from "@/server/kernel/field-faults";

/**
 * Redirect URIs as raw text (decision 3.4). No URL parser: it would turn `127.1`, `2130706433`, full-width digits and tabs into
 * 127.0.0.1, and the compared text would not be what the browser follows.
 */

/** The characters of RFC 3986 but `#` (no fragment) and `*` (no wildcard); `%` only before two hex digits. */
const permitted = /^(?:[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=]|%[0-9A-Fa-f]{2})+$/;
const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/;
const hostAndPort = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*)|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

const forbiddenSchemes = new Set(
  "javascript data vbscript file blob about filesystem ws wss ftp mailto".split(" "),
);
const plainHttpHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

export const maximumRedirectUris = 10;
const maximumLength = 2048;

const authorityOf = (afterScheme: string): string | null =>
  afterScheme.startsWith("//") ? (afterScheme.slice(2).split(/[/?]/, 1)[0] ?? "") : null;

type RedirectUriFault = Extract<FieldFaultKey, `redirectUri${string}`>;

/** Why a redirect URI cannot be registered, as the key of the field's fault; null when it can. */
export function redirectUriFault(uri: string): RedirectUriFault | null {
  if (uri.length > maximumLength) return "redirectUriLength";
  if (!permitted.test(uri)) return "redirectUriForm";
  const [, name = "", rest = ""] = scheme.exec(uri) ?? [];
  if (name === "") return "redirectUriAbsolute";
  const authority = authorityOf(rest);
  if (authority?.includes("@")) return "redirectUriUser";
  return schemeFault(name.toLowerCase(), authority);
}

function schemeFault(name: string, authority: string | null): RedirectUriFault | null {
  if (forbiddenSchemes.has(name)) return "redirectUriScheme";
  if (name !== "http" && name !== "https") return null;
  const [, host, port] = hostAndPort.exec(authority ?? "") ?? [];
  if (host === undefined || Number(port ?? 0) > 65535) return "redirectUriHost";
  return name === "http" && !plainHttpHosts.has(host.toLowerCase()) ? "redirectUriHttps" : null;
}

const loopback = "http://127.0.0.1";
const afterLoopback = /^(?::(\d{1,5}))?([/?].*)?$/;

/** What follows `http://127.0.0.1` and an optional port; null when it is another kind of URI. */
function loopbackPath(uri: string, host = loopback): string | null {
  if (!uri.startsWith(host)) return null;
  const [match, port, path = ""] = afterLoopback.exec(uri.slice(host.length)) ?? [];
  if (match === undefined || Number(port ?? 0) > 65535) return null;
  return path.startsWith("/") ? path : `/${path}`;
}

/** Whether the URI of a request is a registered one: the same text, or the same loopback URI on another port (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const path = loopbackPath(registered);
  return path !== null && path === loopbackPath(requested);
}

const portless = /^http:\/\/(?:localhost|\[::1\])(?=[/?]|$)/;

/**
 * Whether a client may receive the answer at a URI. A document is written before the app's port is known: its `http://localhost` without a
 * port stands for every port (decision 13.3).
 */
export function isRedirectUriOf(
  { redirectUris, metadataUrl }: { redirectUris: readonly string[]; metadataUrl: string | null },
  requested: string,
): boolean {
  return redirectUris.some((registered) => {
    const [host] = (metadataUrl !== null && portless.exec(registered)) || [];
    return (
      matchesRedirectUri(registered, requested) ||
      (host !== undefined && loopbackPath(registered, host) === loopbackPath(requested, host))
    );
  });
}

const bareLoopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?)(?=\?|$)/;

/**
 * A redirect URI as an exchange compares it: a loopback URI without a path has the path `/`, which libraries that keep URLs as
 * objects send for it (decision 3.4).
 */
export const withLoopbackPath = (uri: string): string => uri.replace(bareLoopback, "$1/");

/** The redirect with parameters appended to its own. Values must be encoded. */
export function appendParameters(uri: string, parameters: readonly (readonly [string, string])[]): string {
  const text = parameters.map(([name, value]) => `${name}=${value}`).join("&");
  const joint = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&";
  return uri + joint + text;
}

/** Where a user will be sent back to, for the consent page. */
export type RedirectTarget =
  | { kind: "web"; host: string; uri: string }
  | { kind: "loopback"; host: string; uri: string }
  | { kind: "private-scheme"; scheme: string; uri: string };

export function redirectTarget(uri: string): RedirectTarget {
  const [, name = "", rest = ""] = scheme.exec(uri) ?? [];
  const kind = name.toLowerCase();
  const host = authorityOf(rest) ?? "";
  if (kind === "https") return { kind: "web", host, uri };
  if (kind === "http") return { kind: "loopback", host: hostAndPort.exec(host)?.[1] ?? host, uri };
  return { kind: "private-scheme", scheme: kind, uri };
}
