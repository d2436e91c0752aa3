import { type Page, sealPosition } from "@/server/kernel/database/page-token";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { type Answer, json } from "@/server/transport/answer";
import type { Endpoint } from "@/server/transport/endpoint";
import { type FileAnswer, sentFileHeaders, streamOf } from "@/server/transport/file-answer";
import { Router } from "@/server/transport/match";
import { v2Endpoints } from "./endpoints";
import { pageScope } from "./page-scope";
import type { Parsed, Ready } from "./stages";

export const router = new Router<Endpoint>(v2Endpoints);

/** Runs the endpoint's check before its transaction. */
export async function check<X extends Parsed>(x: X): Promise<X & Ready> {
  return { ...x, checked: await x.endpoint.check?.(x.ctx, x.input) };
}

/** The verb, its result in the wire's shape, and the envelope. */
export async function work(x: Ready): Promise<Answer> {
  const { endpoint, ctx, checked } = x;
  const input = { ...x.input, checked };
  // A write's timeout is set by its own step.
  const result = endpoint.write
    ? await endpoint.call(ctx, input)
    : await withTimeout(endpoint.call(ctx, input), readTimeoutMs);
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  if (endpoint.download) return fileAnswer(x, endpoint.present?.(result, input) as FileAnswer);
  const shape = (value: unknown) => (endpoint.present ? endpoint.present(value, input) : value);
  if (!endpoint.list) return json(status, { data: shape(result) });
  const page = result as Page<unknown>;
  const data = page.items.map(shape);
  if (!page.next || endpoint.list === "whole") return json(status, { data });
  return json(status, {
    data,
    nextToken: sealPosition(pageScope(x, x.query), page.next, x.services.clock()),
  });
}

/** A file for the caller to save. When it breaks off, the connection ends before the promised length. */
function fileAnswer({ services: { log }, requestId }: Ready, file: FileAnswer): Answer {
  const onFail = (error: unknown) => log.error({ error, requestId }, "a download broke off");
  return { status: 200, headers: sentFileHeaders(file), body: null, stream: streamOf(file.chunks, onFail) };
}
