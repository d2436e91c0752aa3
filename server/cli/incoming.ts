import type { IncomingMessage } from "node:http";
import { refuseRepeatedKeys } from "@/server/api/repeated-keys";
import { sourceIp } from "@/server/kernel/http/source-ip";
import { plainPath, type Source } from "@/server/transport/parsed-request";

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/i;
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i;
/** Never resolves (RFC 6761): replaces an invalid Host. */
const NO_HOST = "host.invalid";

/**
 * Rewrites the request line so that the adapter can turn it into a URL and every oddity reaches the handlers: absolute-form targets (RFC
 * 9112, 3.2.2), paths with needless encoding, backslashes, a missing or impossible Host, a repeated Idempotency-Key.
 * @returns false when it must be refused: it lacks a Host, or has no target (`OPTIONS *`)
 */
export function normalize(incoming: IncomingMessage): boolean {
  if (lacksHost(incoming)) return false;
  const absolute = ABSOLUTE_FORM.exec(incoming.url ?? "");
  if (absolute) {
    // The target's authority takes precedence over the header.
    incoming.headers.host = absolute[1];
    incoming.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2]}`;
  }
  if (incoming.url?.includes("%")) incoming.url = withPlainPath(incoming.url);
  if (incoming.url?.includes("\\")) incoming.url = incoming.url.replaceAll("\\", "%5C");
  if (!isHost(incoming.headers.host)) incoming.headers.host = NO_HOST;
  refuseRepeatedKeys(incoming);
  return incoming.url?.startsWith("/") ?? false;
}

/** Whether HTTP/1.1 requires a refusal for a missing Host (RFC 9112, 3.2). Node would refuse it itself, without a body. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.host === undefined;

/** For Next and the static files, which read the target themselves. */
function withPlainPath(target: string): string {
  const [path = ""] = target.split("?", 1);
  return plainPath(path) + target.slice(path.length);
}

const isHost = remembering(
  (host: string | undefined): boolean =>
    host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`),
);

/**
 * Finds the source, and removes every forwarding header that a client could have forged.
 * @param trustedProxies how many proxies add an entry to X-Forwarded-For; with 0 the socket is the source
 */
export function establishSource(incoming: IncomingMessage, trustedProxies: number): Source {
  const { headers, socket } = incoming;
  const said = sourceIp(String(headers["x-forwarded-for"] ?? ""), { leanMount: false, trustedProxies });
  const ip = said ?? plainAddress(socket.remoteAddress);
  headers["x-forwarded-for"] = ip ?? "unknown";
  if (trustedProxies === 0) {
    headers["x-forwarded-host"] = headers.host;
    headers["x-forwarded-proto"] = "http";
    headers["x-forwarded-port"] = String(socket.localPort ?? "");
    headers.forwarded = undefined;
    headers["x-real-ip"] = undefined;
  }
  const host = trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  return { ip, host: (typeof host === "string" ? host : headers.host) ?? NO_HOST };
}

const plainAddress = remembering((address: string | undefined) =>
  sourceIp(address ?? null, { leanMount: true, trustedProxies: 0 }),
);

/** Most requests of a connection have the same input: caches the last result. */
function remembering<I, O>(answer: (input: I) => O): (input: I) => O {
  let last: { input: I; output: O } | undefined;
  return (input) => {
    if (last === undefined || last.input !== input) last = { input, output: answer(input) };
    return last.output;
  };
}
