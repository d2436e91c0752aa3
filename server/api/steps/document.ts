import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import type { Endpoint } from "@/server/transport/endpoint";
import type { Router } from "@/server/transport/match";
import type { Received } from "../stages";
import { isDocument } from "./known-route";

const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

type Coding = "br" | "gzip";

interface Forms {
  etag: string;
  encoded: Readonly<Record<Coding, Uint8Array<ArrayBuffer>>>;
}

/** Much of the maximum quality's gain, in a tenth of its time. */
const brotliQuality = 9;

async function formsOf(text: string): Promise<Forms> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [brotli, gzipped] = await Promise.all([br(text, { params }), gz(text)]);
  return {
    // Weak: the same document in every coding.
    etag: `W/"${sha256(text).subarray(0, 12).toString("base64url")}"`,
    encoded: { br: new Uint8Array(brotli), gzip: new Uint8Array(gzipped) },
  };
}

const prepared = new Map<string, Promise<Forms>>();

/** Compressed once per process and document. */
function preparedForms(text: string): Promise<Forms> {
  const forms = prepared.get(text) ?? formsOf(text);
  prepared.set(text, forms);
  return forms;
}

/** The smallest coding that a client names and does not exclude (RFC 9110, 12.5.3). */
function codingFor(field: string | null): Coding | undefined {
  const named = (field ?? "").toLowerCase().split(",");
  return (["br", "gzip"] as const).find((coding) =>
    named.some((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      return name === coding && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    }),
  );
}

/** Whether If-None-Match matches the current document, by the weak comparison (RFC 9110, 13.1.2). */
const isKnown = (field: string | null, etag: string): boolean =>
  (field ?? "")
    .split(",")
    .some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag.slice(2));

const maxAgeSeconds = 300;

/** A document contains nothing about its caller, so pages of any origin may read it. */
const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, x-request-id",
};

/** The answer to a preflight for a document; null for any other path. */
export function documentPreflight(router: Router<Endpoint>, { path }: Received): Answer | null {
  if (!isDocument(router, path)) return null;
  const headers = {
    ...anyOrigin,
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    // The asterisk does not cover Authorization.
    "access-control-allow-headers": "authorization, *",
    "access-control-max-age": "86400",
  };
  return { status: 204, headers, body: null };
}

/**
 * A public document, compressed if the client accepts it, or 304 to a client with a current copy. A plain Next host strips Content-Encoding
 * from a route's response, and compresses by itself.
 */
export async function documentAnswer(
  { headers: asked }: Request,
  text: string,
  { leanMount }: Pick<Services, "leanMount">,
): Promise<Answer> {
  const { etag, encoded } = await preparedForms(text);
  const headers = {
    ...anyOrigin,
    etag,
    "cache-control": `public, max-age=${maxAgeSeconds}`,
    vary: "accept-encoding",
  };
  if (isKnown(asked.get("if-none-match"), etag)) return { status: 304, headers, body: null };
  const coding = leanMount ? codingFor(asked.get("accept-encoding")) : undefined;
  if (!coding) return { status: 200, headers, body: text };
  return {
    status: 200,
    headers: { ...headers, "content-encoding": coding },
    body: text,
    encoded: encoded[coding],
  };
}
