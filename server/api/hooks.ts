import { newRequestId } from "@/server/kernel/ids";
import { readWithinMs, withPatience } from "@/server/kernel/patience";
import type { Services } from "@/server/kernel/services";
import { type Answer, json, targetOf, toResponse } from "@/server/transport/answer";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import { refusalOf } from "./envelope";
import { hookEndpoints } from "./hook-endpoints";
import { logGrant } from "./log-grant";
import { begin } from "./log-request";
import type { Read, Ready, Received } from "./stages";
import { admitApp, type ByApp, identifyApp, requireAppScope } from "./steps/app-token";
import { knownRoute } from "./steps/known-route";
import { parseBody, readBody, readTarget } from "./steps/read-input";
import { check } from "./work";
import { inWriteTransaction } from "./write-transaction";

const router = new Router<Endpoint>(hookEndpoints);

/** What is known of a request wherever it ended. */
type Reached = Received & Partial<Omit<ByApp & Read, keyof Received>>;
type Note = <S extends Received>(stage: S) => S;

/** The order in which a request for a hook is checked: as v2's, with an app's token in place of a key. */
async function answerTo(received: Received, note: Note): Promise<Answer> {
  const known = note(knownRoute(router, received));
  const identified = note(await identifyApp(known));
  const admitted = admitApp(identified);
  requireAppScope(admitted, "zapier:webhooks");
  const targeted = readTarget(admitted);
  const read = note(await readBody(targeted));
  const ready = await check(await parseBody(read));
  return ready.endpoint.write ? inWriteTransaction(ready, work) : withPatience(work(ready), readWithinMs);
}

/** The verb and its result, bare: what reads it expects no envelope. */
async function work({ endpoint, ctx, input, checked }: Ready): Promise<Answer> {
  const result = await endpoint.call(ctx, { ...input, checked });
  const { status = 200, present } = endpoint;
  if (status === 204) return { status, headers: {}, body: null };
  return json(status, present ? present(result, input) : result);
}

/** Answers one request below /hooks (decision 13.8). Never throws. */
export async function handleHooks(request: Request, services: Services): Promise<Response> {
  const beginning = begin(services);
  const requestId = newRequestId(beginning.at);
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "no-store" };
  const { method } = request;
  const received = { services, request, method, ...targetOf(request.url), requestId, headers };
  let reached: Reached = received;
  const note: Note = (stage) => {
    reached = stage;
    return stage;
  };
  const answer = await answerTo(received, note).catch((thrown: unknown) => refusalOf(received, thrown));
  const { status, body } = answer;
  const said = {
    ...{ api: "hooks" as const, status, refusal: status >= 400 ? body : null },
    ...{ endpoint: reached.endpoint?.path ?? null },
    bodyFields: reached.rawBody ? Object.keys(reached.rawBody) : null,
  };
  logGrant(reached, said, beginning);
  return toResponse({ ...answer, headers: { ...headers, ...answer.headers } }, method);
}
