import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { type Answer, json } from "@/server/transport/answer";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { hookEndpoints } from "./hook-endpoints";
import { logGrant } from "./log-grant";
import type { Beginning } from "./log-request";
import type { Read, Ready, Received } from "./stages";
import { admitApp, type ByApp, identifyApp, requireAppScope } from "./steps/app-token";
import { knownRoute } from "./steps/known-route";
import { parseBody, readBody, readTarget } from "./steps/read-input";
import { type Note, tracked, withEnvelope } from "./with-envelope";
import { check } from "./work";
import { inWriteTransaction } from "./write-transaction";

const router = new Router<Endpoint>(hookEndpoints);

/** The known facts of a request, wherever it ended. */
type Reached = Received & Partial<Omit<ByApp & Read, keyof Received>>;

/** The check order of a hook request: as v2's, with an app's token in place of a key. */
async function answerTo(received: Received, note: Note): Promise<Answer> {
  const known = note(knownRoute(router, received));
  const identified = note(await identifyApp(known));
  const admitted = admitApp(identified);
  requireAppScope(admitted, "zapier:webhooks");
  const targeted = readTarget(admitted);
  const read = note(await readBody(targeted));
  const ready = await check(await parseBody(read));
  return ready.endpoint.write ? inWriteTransaction(ready, work) : withTimeout(work(ready), readTimeoutMs);
}

/** The verb and its bare result: the callers expect no envelope. */
async function work({ endpoint, ctx, input, checked }: Ready): Promise<Answer> {
  const result = await endpoint.call(ctx, { ...input, checked });
  const { status = 200, present } = endpoint;
  if (status === 204) return { status, headers: {}, body: null };
  return json(status, present ? present(result, input) : result);
}

function log(reached: Reached, { status, body }: Answer, beginning: Beginning): void {
  const said = {
    ...{ api: "hooks" as const, status, refusal: status >= 400 ? body : null },
    ...{ endpoint: reached.endpoint?.path ?? null },
    bodyFields: reached.rawBody ? Object.keys(reached.rawBody) : null,
  };
  logGrant(reached, said, beginning);
}

/** Answers one request below /hooks (decision 13.8). Never throws. */
export const handleHooks = (parsed: ParsedRequest, services: Services): Promise<Response> =>
  withEnvelope(parsed, services, (received) => {
    const { note, reached } = tracked<Reached>(received);
    return {
      answer: answerTo(received, note),
      log: (answer, beginning) => log(reached(), answer, beginning),
    };
  });
