import { errorClasses } from "./generated/errors.js";
import {
  ConnectionFailedError,
  type ErrorFacts,
  TimeawayError,
  UnexpectedAnswerError,
} from "./timeaway-error.js";

/** What the API answers when it succeeds. */
export interface Answer {
  data?: unknown;
  /** Absent or null on the last page. */
  nextToken?: string | null;
  operation?: { id: string; status: "PENDING" | "SUCCEEDED" | "FAILED"; url: string };
}

/** The error of a body's `error`; `status` counts where the code is newer than this client. */
export function errorOf(facts: ErrorFacts, status: number): TimeawayError {
  const [known, type] = errorClasses[facts.code] ?? [status, TimeawayError];
  return new type(known, facts);
}

/** Where JSON comes in: the API's document promises its shape. */
const parse = (text: string): Answer & { error?: ErrorFacts } => JSON.parse(text);

/**
 * Reads an answer to its end.
 * @throws TimeawayError what the API refuses with; ConnectionFailedError when it was cut; UnexpectedAnswerError when it is not the API's
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
