import { errorClasses } from "./generated/errors.js";
import {
  ConnectionFailedError,
  type ErrorFacts,
  TimeawayError,
  UnexpectedAnswerError,
} from "./timeaway-error.js";

/** The body of a successful answer. */
export interface Answer {
  data?: unknown;
  /** Absent or null on the last page. */
  nextToken?: string | null;
  operation?: { id: string; status: "PENDING" | "SUCCEEDED" | "FAILED"; url: string };
}

/** The error of a body's `error`; `status` decides when this client does not know the code. */
export function errorOf(facts: ErrorFacts, status: number): TimeawayError {
  const [known, type] = errorClasses[facts.code] ?? [status, TimeawayError];
  return new type(known, facts);
}

/** The boundary for JSON: the API's document promises its shape. */
const parse = (text: string): Answer & { error?: ErrorFacts } => JSON.parse(text);

/**
 * Reads an answer to its end.
 * @throws TimeawayError for an error of the API; ConnectionFailedError when the answer was cut off; UnexpectedAnswerError when it is not
 *   the API's
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, ok, headers } = response;
  const cut = (cause: unknown) => new ConnectionFailedError("The answer was cut before its end.", cause);
  const text = await response.text().catch((cause) => {
    throw cut(cause);
  });
  if (status === 204) return {};
  const type = headers.get("content-type");
  const unexpected = new UnexpectedAnswerError(status, type, text, headers.get("x-request-id"));
  if (!type?.includes("json")) throw unexpected;
  let body: ReturnType<typeof parse>;
  try {
    body = parse(text);
  } catch (cause) {
    throw cut(cause);
  }
  if (ok) return body;
  throw body?.error?.code ? errorOf(body.error, status) : unexpected;
}
