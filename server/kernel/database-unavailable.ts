import { sqlState } from "./db";
import { ApiError } from "./errors";
import { reportUnavailable } from "./page-answer";
import { timeoutCode } from "./timeout";

/** What postgres.js and Node call a database that is not reached, or a connection that was lost; and that we did not wait any longer. */
const unavailableCodes = new Set([
  timeoutCode,
  ...["CONNECTION_CLOSED", "CONNECTION_DESTROYED", "CONNECTION_ENDED", "CONNECT_TIMEOUT"],
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "EAI_AGAIN",
  ],
]);

/** Classes of SQLSTATE: connection exceptions, and too few of some resource (connections, memory, disk). */
const classes = ["08", "53"];
/**
 * It shuts down, has crashed, starts up; its limits of time ended a statement, a wait for a lock, or an idle transaction; what was prepared
 * is on another server connection, since a pooler was put in between while this process ran.
 */
const states = new Set(["57P01", "57P02", "57P03", "57014", "55P03", "25P03", "26000", "42P05"]);

function hasUnavailableCode(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth++) {
    if (unavailableCodes.has(String((current as NodeJS.ErrnoException).code))) return true;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return false;
}

/**
 * Whether work failed because the database is away, overloaded, or does not answer: it may succeed in a moment. Must not be asked of
 * work that calls other servers, whose absence looks alike.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return states.has(state) || classes.includes(state.slice(0, 2));
  return hasUnavailableCode(error);
}

/** What a request is refused with: its own error, or one that says no more than whether to try again. */
export const errorFor = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError(isDatabaseUnavailable(thrown) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR");

/** What pages know it by: of an error on the server Next tells the browser the digest, and nothing else. */
const unavailableDigest = "SERVICE_UNAVAILABLE";

/** Marks an error for the pages, if it is of that kind. */
export function markUnavailable<E extends object>(error: E, is = isDatabaseUnavailable(error)): E {
  if (!is) return error;
  reportUnavailable();
  return Object.assign(error, { digest: unavailableDigest });
}
