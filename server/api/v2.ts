import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { logV2 } from "./log-request";
import type { Reached, Received } from "./stages";
import { admit, identify, requireEndpointScope, requirePlan } from "./steps/api-key";
import { documentAnswer, documentPreflight } from "./steps/document";
import { knownRoute } from "./steps/known-route";
import { parseBody, readBody, readTarget } from "./steps/read-input";
import { write } from "./steps/write";
import { onBehalfOf, writeHeaders } from "./steps/write-headers";
import { type Note, tracked, withEnvelope } from "./with-envelope";
import { router, work } from "./work";

/** The check order of a v2 request (decision 4.2). */
async function answerTo(received: Received, note: Note): Promise<Answer> {
  const preflight = received.method === "OPTIONS" && documentPreflight(router, received);
  if (preflight) return preflight;
  const known = note(knownRoute(router, received));
  const { document, write: options } = known.endpoint;
  if (document) return documentAnswer(known.request, document(known.services), known.services);
  const identified = note(await identify(known));
  const admitted = note(admit(identified));
  requireEndpointScope(admitted);
  requirePlan(admitted);
  const asked = note(writeHeaders(admitted));
  const acting = note(await onBehalfOf(asked));
  const targeted = note(readTarget(acting));
  const read = note(await readBody(targeted));
  const parsed = await parseBody(read);
  return options ? write(parsed, options) : work({ ...parsed, checked: undefined });
}

/** Answers one request below /v2. Never throws. */
export const handleV2 = (parsed: ParsedRequest, services: Services): Promise<Response> =>
  withEnvelope(parsed, services, (received) => {
    const { note, reached } = tracked<Reached>(received);
    return {
      answer: answerTo(received, note),
      log: (answer, beginning) => logV2(reached(), answer, beginning),
    };
  });
