import { isIPv6, type LookupFunction } from "node:net";
import { buildConnector, type Dispatcher, Pool } from "undici";
import { second } from "@/server/kernel/time/clock";
import { isPublicAddress } from "./addresses";
import { Deadlines } from "./deadlines";
import { Exchange, type Result } from "./exchange";
import { passOverProvisional } from "./provisional";
import { BlockedAddress, checkedAddresses, createResolve, type Resolve } from "./resolve";
import { type Target, targetOf } from "./url-guard";

interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

type Request = Pick<Dispatcher.DispatchOptions, "method" | "headers" | "body">;

/** The result of one attempt. */
export type Outcome = Result;

export interface SenderOptions {
  /** `host:port` entries that are allowed although they are not public. */
  allowHosts: readonly string[];
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  /** Certificates trusted in addition to the default ones, in PEM. */
  ca?: string;
  connectTimeoutMs?: number;
  /** Timeout of the whole request, including name resolution. */
  totalTimeoutMs?: number;
  /** Maximum bytes of a response body; by default those of the log. */
  maxResponseBytes?: number;
}

export interface Sender {
  send(outgoing: Outgoing): Promise<Outcome>;
  close(): Promise<void>;
}

export interface GuardedSender extends Sender {
  /** GETs a JSON document, with the same guards as a webhook request. */
  fetch(url: string): Promise<Outcome>;
  /** Sends a request of any kind, with the same guards. */
  request(url: string, request: GuardedRequest): Promise<Outcome>;
}

interface GuardedRequest {
  method: "GET" | "POST";
  /** Sent alone, without others of ours. */
  headers: Record<string, string>;
  body: string | Buffer | null;
}

export const userAgent = "Timeaway-Webhooks/2";
/** Timeout of an attempt, from name resolution to the end of the response. */
export const attemptMs = 15 * second;
/** Maximum time for reading the body of a response. */
const bodyWithinMs = 2 * second;
const ownHeaders = ["content-type", "application/json", "user-agent", userAgent];
const fetchHeaders = ["accept", "application/json", "user-agent", "Timeaway/2"];
const idleMs = 4 * second;
/** A pool is closed when it has not been used for this long. */
const forgottenMs = 30 * second;

/** Returns the checked addresses to the socket, whatever name it looks up. */
const lookupOf = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family);
  };
};

/** The flat form that undici also takes; merging two objects costs more than the rest of a request's preparation. */
function listed(headers: Readonly<Record<string, string>>): string[] {
  const list = [...ownHeaders];
  for (const name in headers) list.push(name, headers[name] ?? "");
  return list;
}

const maxTargets = 1000;

/** A url's parts, parsed once. */
interface Place {
  target: Target;
  origin: string;
  path: string;
}

interface Kept {
  pool: Pool;
  usedAt: number;
}

/**
 * Sends webhook requests: resolves once, checks every address, connects to a checked one. A connection is reused only while the name still
 * resolves to the same addresses. No redirects, no proxy from the environment, no decompression.
 */
export function createSender(options: SenderOptions): GuardedSender {
  const { connectTimeoutMs = 3 * second, totalTimeoutMs = attemptMs } = options;
  const resolve = options.resolve ?? createResolve();
  const isPublic = options.isPublic ?? isPublicAddress;
  const pools = new Map<string, Kept>();
  const targets = new Map<string, Place | null>();

  function poolFor(origin: string, addresses: readonly string[]): Pool {
    const key = `${origin} ${addresses.length > 1 ? [...addresses].sort().join() : addresses[0]}`;
    const usedAt = performance.now();
    const kept = pools.get(key);
    if (kept) {
      kept.usedAt = usedAt;
      return kept.pool;
    }
    closeForgotten(usedAt);
    const connect = buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      ...(options.ca && { ca: options.ca }),
    } as buildConnector.BuildOptions);
    const pool = new Pool(origin, {
      connect: (place, callback) =>
        connect(place, (...made) => {
          if (made[1]) passOverProvisional(made[1]);
          callback(...made);
        }),
      connections: null,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // One overall deadline covers both; an idle timeout would let a receiver drip.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(key, { pool, usedAt });
    return pool;
  }

  /** The parsed url, cached: only the addresses of its name change. */
  function placeOf(url: string): Place | null {
    const known = targets.get(url);
    if (known !== undefined) return known;
    if (targets.size >= maxTargets) targets.clear();
    const target = targetOf(url, options.allowHosts);
    const place = target && {
      target,
      origin: target.url.origin,
      path: target.url.pathname + target.url.search,
    };
    targets.set(url, place);
    return place;
  }

  function closeForgotten(now: number): void {
    for (const [key, { pool, usedAt }] of pools) {
      if (now - usedAt < forgottenMs) continue;
      pools.delete(key);
      void pool.close();
    }
  }

  const deadlines = new Deadlines<Exchange>(totalTimeoutMs, (late) =>
    late.cutOff(new DeadlinePassed(totalTimeoutMs)),
  );
  const bodies = new Deadlines<Exchange>(bodyWithinMs, (late) =>
    late.cutOff(new DeadlinePassed(bodyWithinMs)),
  );

  async function dispatch(url: string, request: Request, exchange: Exchange): Promise<void> {
    const place = placeOf(url);
    if (!place) throw new BlockedAddress("The url must be an https URL on a public host.");
    const addresses = await checkedAddresses(place.target, resolve, isPublic);
    if (exchange.isOver) return;
    const { method, headers, body = null } = request;
    poolFor(place.origin, addresses).dispatch({ method, path: place.path, headers, body }, exchange);
  }

  const carry = (url: string, request: Request): Promise<Outcome> =>
    new Promise((resolve) => {
      const watcher = {
        onAnswer: (answered: Exchange) => bodies.set(answered),
        onEnd(ended: Exchange, result: Result) {
          deadlines.clear(ended);
          bodies.clear(ended);
          resolve(result);
        },
      };
      const exchange = new Exchange(watcher, options.maxResponseBytes);
      deadlines.set(exchange);
      dispatch(url, request, exchange).catch((error: unknown) => exchange.fail(error));
    });

  return {
    send: ({ url, headers, body }) => carry(url, { method: "POST", headers: listed(headers), body }),
    fetch: (url) => carry(url, { method: "GET", headers: fetchHeaders }),
    request: (url, { method, headers, body }) => carry(url, { method, headers, body }),
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map(({ pool }) => pool.destroy()));
    },
  };
}

class DeadlinePassed extends Error {
  readonly code = "DEADLINE";
  constructor(ms: number) {
    super(`No response within ${ms / second} seconds.`);
  }
}
