import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** IPv4 ranges outside the public internet (IANA special-purpose registry), and the metadata addresses of cloud providers. */
const closed4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Global unicast, without the ranges that embed IPv4 (6to4, Teredo) and without documentation. */
const open6 = ["2000::", 3] as const;
const closed6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [net, bits] of closed4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of closed6) closed.addSubnet(net, bits, "ipv6");
const open = new BlockList();
open.addSubnet(open6[0], open6[1], "ipv6");

/**
 * Whether an address belongs to the public internet. IPv6 is blocked unless it is global unicast, so mapped, NAT64 and local forms need no
 * list. ipaddr.js gives a second opinion: both must agree.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return false;
  if (ipaddr.process(address).range() !== "unicast") return false;
  if (family === 4) return !closed.check(address, "ipv4");
  return open.check(address, "ipv6") && !closed.check(address, "ipv6");
}
