import ipaddr from "ipaddr.js";

/** Which proxies are trusted for a request's source (decision 1.8). */
export interface ForwardingTrust {
  /** Our own HTTP server is in front of Next and has overwritten X-Forwarded-For with the source it established. */
  leanMount: boolean;
  trustedProxies: number;
}

/** An address in its plain form (`::ffff:10.0.0.1` is `10.0.0.1`); null if invalid. */
const plainAddress = (text: string | undefined): string | null =>
  text && ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;

/**
 * The source address of a request that arrived through Next.
 * @param forwardedFor the X-Forwarded-For header
 * @returns null when no trusted proxy reported it
 */
export function sourceIp(
  forwardedFor: string | null,
  { leanMount, trustedProxies }: ForwardingTrust,
): string | null {
  const entries = (forwardedFor ?? "").split(",");
  if (leanMount) return plainAddress(entries.at(-1)?.trim());
  if (trustedProxies === 0) return null;
  return plainAddress(entries[Math.max(0, entries.length - trustedProxies)]?.trim());
}

/**
 * The bucket of a source in a throttle's key: an IPv4 address, the /64 of an IPv6 address (one subscriber has all of it), or `unknown`,
 * which all callers without a known address share.
 */
export function sourceBucket(ip: string | null): string {
  const plain = plainAddress(ip ?? undefined);
  if (plain === null) return "unknown";
  const address = ipaddr.parse(plain);
  if (address.kind() === "ipv4") return plain;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/64`);
  return `${network.toString()}/64`;
}
