import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { type Answer, toResponse } from "@/server/transport/answer";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import { refusalOf } from "./envelope";
import { type Beginning, begin } from "./log-request";
import type { Received } from "./stages";

/** Tracks how far a request came, for the log. `note` returns the stage that it is given. */
export function tracked<R extends Received>(first: R) {
  let stage = first;
  return {
    note: <S extends R>(next: S): S => {
      stage = next;
      return next;
    },
    reached: (): R => stage,
  };
}

/** Records each stage. */
export type Note = <S extends Received>(stage: S) => S;

/** An API's handling of a request. */
interface Handling {
  answer: Promise<Answer>;
  log(answer: Answer, beginning: Beginning): void;
}

/** Answers one request in v2's format, with the headers of every response, whatever the outcome, and logs it. Never throws. */
export async function withEnvelope(
  parsed: ParsedRequest,
  services: Services,
  begun: (received: Received) => Handling,
): Promise<Response> {
  const beginning = begin(services);
  const requestId = newRequestId(beginning.at);
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "no-store" };
  const received = { ...parsed, services, requestId, headers };
  const course = begun(received);
  const answer = await course.answer.catch((thrown: unknown) => refusalOf(received, thrown));
  course.log(answer, beginning);
  return toResponse({ ...answer, headers: { ...headers, ...answer.headers } }, parsed.method);
}
