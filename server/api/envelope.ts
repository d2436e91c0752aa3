import { type ApiError, errorBody } from "@/server/kernel/errors";
import { type Answer, json } from "@/server/transport/answer";

/** v2's one error format. */
export const answerOfError = (error: ApiError, requestId: string): Answer =>
  json(error.status, { error: errorBody(error, requestId) }, error.more.headers);
