import { isIPv6, type LookupFunction } from "node:net";
import { buildConnector, Pool } from "undici";
import type { DeliveryError } from "@/drizzle/schema/values";
import { second } from "@/server/kernel/clock";
import { isPublicAddress } from "./addresses";
import { readResponse } from "./read-response";
import { BlockedAddress, checkedAddresses, createResolve, type Resolve } from "./resolve";
import { explainFailure } from "./send-failure";
import { type Target, targetOf } from "./url-guard";

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of one attempt. */
export interface Outcome {
  /** 2xx. */
  ok: boolean;
  httpStatus: number | null;
  error: DeliveryError | null;
  /** The error in words. */
  message: string | null;
  durationMs: number;
  responseHeaders: Record<string, string> | null;
  /** The first 16 KiB as they came; never decompressed. */
  responseBody: Buffer | null;
  retryAfter: string | undefined;
}

export interface SenderOptions {
  /** `host:port` entries that may be reached although they are not public. */
  allowHosts: readonly string[];
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  /** Certificates to trust beside the usual ones, in PEM. */
  ca?: string;
  connectTimeoutMs?: number;
  /** For everything, from resolving the name on. */
  totalTimeoutMs?: number;
}

export interface Sender {
  send(outgoing: Outgoing): Promise<Outcome>;
  close(): Promise<void>;
}

export const userAgent = "Timeaway-Webhooks/2";
/** From resolving the name to the end of the answer. */
export const attemptMs = 15 * second;
const idleMs = 4 * second;
/** A pool whose addresses were not asked for so long is closed. */
const forgottenMs = 30 * second;

/** Hands the checked addresses to the socket, whatever name it asks for. */
const lookupOf = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family);
  };
};

const mostTargets = 1000;

interface Kept {
  pool: Pool;
  usedAt: number;
}

/**
 * Sends webhook requests: resolves once, checks every address, connects to a checked one. A connection is used again only while the
 * name still resolves to the same addresses. No redirects, no proxy from the environment, no decompression.
 */
export function createSender(options: SenderOptions): Sender {
  const { connectTimeoutMs = 3 * second, totalTimeoutMs = attemptMs } = options;
  const resolve = options.resolve ?? createResolve();
  const isPublic = options.isPublic ?? isPublicAddress;
  const pools = new Map<string, Kept>();
  const targets = new Map<string, Target | null>();

  function poolFor({ url }: Target, addresses: readonly string[]): Pool {
    const key = `${url.origin} ${[...addresses].sort().join()}`;
    const usedAt = performance.now();
    const kept = pools.get(key);
    if (kept) {
      kept.usedAt = usedAt;
      return kept.pool;
    }
    closeForgotten(usedAt);
    const pool = new Pool(url.origin, {
      connect: buildConnector({
        timeout: connectTimeoutMs,
        allowH2: false,
        lookup: lookupOf(addresses),
        autoSelectFamily: true,
        ...(options.ca && { ca: options.ca }),
      } as buildConnector.BuildOptions),
      connections: null,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // One deadline for everything stands above them; an idle timer would let a receiver drip.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(key, { pool, usedAt });
    return pool;
  }

  /** A url says the same every time: only what its name resolves to changes. */
  function knownTarget(url: string): Target | null {
    const known = targets.get(url);
    if (known !== undefined) return known;
    if (targets.size >= mostTargets) targets.clear();
    const target = targetOf(url, options.allowHosts);
    targets.set(url, target);
    return target;
  }

  function closeForgotten(now: number): void {
    for (const [key, { pool, usedAt }] of pools) {
      if (now - usedAt < forgottenMs) continue;
      pools.delete(key);
      void pool.close();
    }
  }

  async function exchange(outgoing: Outgoing, signal: AbortSignal) {
    const target = knownTarget(outgoing.url);
    if (!target) throw new BlockedAddress("The url is not an https URL on a public host.");
    const addresses = await orAborted(checkedAddresses(target, resolve, isPublic), signal);
    const response = await poolFor(target, addresses).request({
      method: "POST",
      path: target.url.pathname + target.url.search,
      headers: { ...outgoing.headers, "content-type": "application/json", "user-agent": userAgent },
      body: outgoing.body,
      signal,
    });
    return readResponse(response, signal);
  }

  return {
    async send(outgoing) {
      const startedAt = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(new DeadlinePassed(totalTimeoutMs)), totalTimeoutMs);
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        const read = await exchange(outgoing, deadline.signal);
        return { ...read, durationMs: durationMs() };
      } catch (error) {
        return { ...nothing, ...explainFailure(error), durationMs: durationMs() };
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map(({ pool }) => pool.destroy()));
    },
  };
}

const nothing = {
  ok: false,
  httpStatus: null,
  responseHeaders: null,
  responseBody: null,
  retryAfter: undefined,
} as const;

class DeadlinePassed extends Error {
  readonly code = "DEADLINE";
  constructor(ms: number) {
    super(`No answer within ${ms / second} seconds.`);
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
