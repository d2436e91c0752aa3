import {
  ConnectionFailedError,
  RateLimitedError,
  ResourceNotFoundError,
  type TimeawayError,
  UnauthorizedError,
  UnexpectedAnswerError,
  ValidationError,
} from "../index.js";

/** A permanent fault, which a retry does not fix: the message is the final line. */
export class Refusal extends Error {
  /** 2 for invalid arguments, as for any option. */
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Maps query parameters to the options that set them. */
const optionOf: Readonly<Record<string, string>> = { types: "--events", since: "--since" };

function adviceOn(error: TimeawayError): string {
  if (error instanceof UnauthorizedError)
    return "Give --api-key or TIMEAWAY_API_KEY a key of this installation that is neither revoked nor expired, or create one on its page API keys.";
  if (error instanceof ResourceNotFoundError)
    return "--base-url and TIMEAWAY_BASE_URL have no path, unless a proxy of yours adds one.";
  const scopes = error.requiredScopes.join(", ");
  return `${error.resolution}${scopes ? ` The key lacks: ${scopes}.` : ""}`;
}

/** Whether the fault is transient: no answer, a server error, a proxy's page, too many requests. */
const isPassing = (error: TimeawayError): boolean =>
  error instanceof RateLimitedError ||
  error instanceof UnexpectedAnswerError ||
  error.status === 0 ||
  error.status >= 500;

/** @returns undefined for a transient fault */
export function refusalOf(error: TimeawayError): Refusal | undefined {
  if (isPassing(error)) return undefined;
  const [fault] = error.fields;
  const option = fault && optionOf[fault.path];
  if (error instanceof ValidationError && option) return new Refusal(`${option}: ${fault.message}`, 2);
  const about = [error.code, error.requestId].filter(Boolean).join(", ");
  return new Refusal(`${error.message} ${adviceOn(error)} (${about})`);
}

/** Node's code for why `fetch` failed, such as ECONNREFUSED; otherwise its message. */
function reasonOf({ cause }: ConnectionFailedError): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: deeper } = cause;
  return deeper instanceof Error && "code" in deeper ? String(deeper.code) : cause.message;
}

/** A transient fault as one line, which stays the same while the fault lasts. */
export function lineOf(error: TimeawayError, baseUrl: string): string {
  if (error instanceof ConnectionFailedError)
    return `No whole answer from ${baseUrl} (${reasonOf(error)}). Trying again.`;
  return `${error.message} Trying again. ${error.resolution}`;
}
