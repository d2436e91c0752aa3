import { isIP } from "node:net";
import { isPublicAddress } from "./addresses";

/** The destination of a webhook's deliveries. */
export interface Target {
  url: URL;
  /** Without the brackets of IPv6. */
  host: string;
  /** On the operator's allowlist by host and port: `http` and non-public addresses are accepted. */
  isAllowed: boolean;
}

export const maximumUrlLength = 2048;
/** An authority without userinfo; no white space or control character that a parser would drop. */
const absolute = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** Names outside the public internet (RFC 6761, 6762, 8375, 9476). */
const closedNames = ["localhost", "local", "internal", "invalid", "onion", "alt", "home.arpa"];

const isPublicName = (host: string): boolean =>
  host.length <= 253 &&
  host.includes(".") &&
  host.split(".").every((part) => label.test(part)) &&
  !closedNames.some((name) => host === name || host.endsWith(`.${name}`));

function parse(text: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
  if (text.length > maximumUrlLength || /[\u0000-\u0020\u007f]/.test(text) || !text.isWellFormed())
    return null;
  if (!absolute.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password || url.port === "0" ? null : url;
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/**
 * The target of a webhook's url, or null when it is not an absolute https URL on a host that could be public. The URL parser normalises
 * decimal, octal and full-width hosts to their addresses. Names are resolved later.
 * @param allowHosts `host:port` entries of WEBHOOK_ALLOW_HOSTS
 */
export function targetOf(text: string, allowHosts: readonly string[]): Target | null {
  const url = parse(text);
  if (!url) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const place = `${url.hostname}:${portOf(url)}`;
  if (allowHosts.some((entry) => entry.toLowerCase() === place)) return { url, host, isAllowed: true };
  if (url.protocol !== "https:") return null;
  const isPublic = isIP(host) ? isPublicAddress(host) : isPublicName(host);
  return isPublic ? { url, host, isAllowed: false } : null;
}
