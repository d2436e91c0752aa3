import { isIP } from "node:net";
import { isPublicAddress } from "./addresses";

/** Where deliveries of a webhook go. */
export interface Target {
  url: URL;
  /** Without the brackets of IPv6. */
  host: string;
  /** The operator let this host and port through: `http` and addresses that are not public are fine. */
  isAllowed: boolean;
}

export const maximumUrlLength = 2048;
/** An authority without userinfo; no white space or control character that a parser would drop. */
const absolute = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** Names that are never the public internet's (RFC 6761, 6762, 8375, 9476). */
const closedNames = ["localhost", "local", "internal", "invalid", "onion", "alt", "home.arpa"];

const isPublicName = (host: string): boolean =>
  host.length <= 253 &&
  host.includes(".") &&
  host.split(".").every((part) => label.test(part)) &&
  !closedNames.some((name) => host === name || host.endsWith(`.${name}`));

function parse(text: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is refused
  if (text.length > maximumUrlLength || /[\u0000-\u0020\u007f]/.test(text) || !text.isWellFormed())
    return null;
  if (!absolute.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password || url.port === "0" ? null : url;
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/**
 * The target that a webhook's url names, or null when it is not an absolute https URL on a host that could be public. The URL parser
 * turns decimal, octal and full-width hosts into the address that they mean. Names are resolved later.
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
