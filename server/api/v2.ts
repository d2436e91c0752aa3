import { ApiError, errorBody } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { type Page, sealPosition } from "@/server/kernel/page-token";
import type { Services } from "@/server/kernel/services";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import { type Answer, json, pipeline, targetOf, toResponse } from "@/server/transport/pipeline";
import { v2Endpoints } from "./endpoints";
import { ctxOf, type Exchange, endpointOf, inputOf, type V2Step } from "./exchange";
import { pageScope } from "./page-scope";
import { apiKey } from "./steps/api-key";
import { knownRoute } from "./steps/known-route";
import { plan } from "./steps/plan";
import { readInput } from "./steps/read-input";
import { scope } from "./steps/scope";

/** The order in which a v2 request is checked (decision 4.2). */
const steps: readonly V2Step[] = [
  knownRoute(new Router<Endpoint>(v2Endpoints)),
  apiKey,
  scope,
  plan,
  // writes: headers, on-behalf-of
  readInput,
  // writes: idempotency, defer
];

const run = pipeline(steps, work);

/** The verb, its result in the wire's shape, and the envelope. */
async function work(x: Exchange): Promise<Answer> {
  const endpoint = endpointOf(x);
  const input = inputOf(x);
  const result = await endpoint.call(ctxOf(x), input);
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  const shape = (value: unknown) => (endpoint.present ? endpoint.present(value, input) : value);
  if (!endpoint.list) return json(status, { data: shape(result) });
  const page = result as Page<unknown>;
  const data = page.items.map(shape);
  if (!page.next || endpoint.list === "whole") return json(status, { data });
  return json(status, { data, nextToken: sealPosition(pageScope(x), page.next, x.services.clock()) });
}

function refusal(x: Exchange, thrown: unknown): Answer {
  const error = thrown instanceof ApiError ? thrown : new ApiError("INTERNAL_ERROR");
  if (thrown !== error)
    x.services.log.error({ requestId: x.requestId, path: x.path, err: thrown }, "v2 request failed");
  return json(error.status, { error: errorBody(error, x.requestId) }, error.more.headers);
}

/** Answers one request below /v2. Never throws. */
export async function handleV2(request: Request, services: Services): Promise<Response> {
  const requestId = newRequestId();
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "no-store" };
  const x: Exchange = {
    services,
    request,
    method: request.method,
    ...targetOf(request.url),
    requestId,
    headers,
  };
  const answer = await run(x).catch((thrown: unknown) => refusal(x, thrown));
  return toResponse({ ...answer, headers: { ...headers, ...answer.headers } }, request.method);
}
