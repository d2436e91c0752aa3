import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { type Answer, pipeline, targetOf, toResponse } from "@/server/transport/pipeline";
import { answerOfError } from "./envelope";
import type { Exchange, V2Step } from "./exchange";
import { begin, logV2 } from "./log-request";
import { apiKey } from "./steps/api-key";
import { knownRoute } from "./steps/known-route";
import { onBehalfOf } from "./steps/on-behalf-of";
import { plan } from "./steps/plan";
import { readInput } from "./steps/read-input";
import { scope } from "./steps/scope";
import { write } from "./steps/write";
import { writeHeaders } from "./steps/write-headers";
import { router, work } from "./work";

/** The order in which a v2 request is checked (decision 4.2). */
const steps: readonly V2Step[] = [
  knownRoute(router),
  apiKey,
  scope,
  plan,
  writeHeaders,
  onBehalfOf,
  readInput,
  write,
];

const run = pipeline(steps, work);

function refusal(x: Exchange, thrown: unknown): Answer {
  const error = thrown instanceof ApiError ? thrown : new ApiError("INTERNAL_ERROR");
  if (thrown !== error)
    x.services.log.error({ requestId: x.requestId, path: x.path, err: thrown }, "v2 request failed");
  return answerOfError(error, x.requestId);
}

/** Answers one request below /v2. Never throws. */
export async function handleV2(request: Request, services: Services): Promise<Response> {
  const beginning = begin(services);
  const requestId = newRequestId(beginning.at);
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
  logV2(x, answer, beginning);
  return toResponse({ ...answer, headers: { ...headers, ...answer.headers } }, request.method);
}
