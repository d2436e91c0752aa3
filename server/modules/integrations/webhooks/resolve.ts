import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { second } from "@/server/kernel/time/clock";
import { isPublicAddress } from "./addresses";
import type { Target } from "./url-guard";

/** All addresses of a name. @throws an error with the `code` of node:dns */
export type Resolve = (host: string) => Promise<string[]>;

/** The name has no address, or the name server does not answer. */
export class DnsFailure extends Error {
  override name = "DnsFailure";
}

/** At least one address is not public. */
export class BlockedAddress extends Error {
  override name = "BlockedAddress";
}

/**
 * Queries the name server directly. `lookup` would use libuv's few threads, where one slow name delays every other, and would read the
 * machine's hosts file.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: second, tries: 2 });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failed = answers.find((answer) => answer.status === "rejected");
    throw failed?.reason ?? Object.assign(new Error("no address"), { code: "ENODATA" });
  };
}

/** Hosts on the operator's allowlist may be in the machine's hosts file. */
const resolveAllowed: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

async function addressesOf(target: Target, resolve: Resolve): Promise<string[]> {
  try {
    return await (target.isAllowed ? resolveAllowed : resolve)(target.host);
  } catch (error) {
    throw new DnsFailure(`${target.host} couldn't be resolved (${codeOf(error)}).`);
  }
}

/** Resolves a target once and checks every address; the caller connects only to these. @throws DnsFailure, BlockedAddress */
export async function checkedAddresses(
  target: Target,
  resolve: Resolve,
  isPublic: (address: string) => boolean = isPublicAddress,
): Promise<string[]> {
  const addresses = isIP(target.host) ? [target.host] : await addressesOf(target, resolve);
  const closed = target.isAllowed ? undefined : addresses.find((address) => !isPublic(address));
  if (closed !== undefined)
    throw new BlockedAddress(`${target.host} resolves to an address that isn't public.`);
  return addresses;
}
