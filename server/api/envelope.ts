import { errorFor } from "@/server/kernel/database/database-unavailable";
import { type ApiError, errorBody } from "@/server/kernel/errors";
import { type Answer, json } from "@/server/transport/answer";
import type { Received } from "./stages";

/** v2's one error format. */
export const answerOfError = (error: ApiError, requestId: string): Answer =>
  json(error.status, { error: errorBody(error, requestId) }, error.more.headers);

/** The answer to a failed request. The details of an unexpected error go to the operator's log only. */
export function refusalOf({ services, requestId, path }: Received, thrown: unknown): Answer {
  const error = errorFor(thrown);
  const level = error.code === "SERVICE_UNAVAILABLE" ? "warn" : "error";
  if (thrown !== error) services.log[level]({ requestId, path, err: thrown }, "a request failed");
  return answerOfError(error, requestId);
}
