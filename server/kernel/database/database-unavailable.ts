import { ApiError } from "@/server/kernel/errors";
import { reportUnavailable } from "@/server/kernel/http/page-answer";
import { timeoutCode } from "@/server/kernel/time/timeout";
import { sqlState } from "./db";

/** The codes of postgres.js and Node for an unreachable database or a lost connection, and the code of our own timeout. */
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

/** SQLSTATE classes: connection exceptions, and insufficient resources (connections, memory, disk). */
const classes = ["08", "53"];
/**
 * The database shuts down, has crashed or starts up. A statement, a lock wait or an idle transaction timed out. A prepared statement is on
 * another server connection, because a pooler was put in between while this process ran.
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
 * Whether work failed because the database is unavailable, overloaded or does not answer: a retry may succeed shortly. Must not be used
 * for work that calls other servers, whose outages look the same.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return states.has(state) || classes.includes(state.slice(0, 2));
  return hasUnavailableCode(error);
}

/** The error that a request is refused with: its own, or one that only says whether a retry may succeed. */
export const errorFor = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError(isDatabaseUnavailable(thrown) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR");

/** Lets pages recognize the error: of a server error, Next sends only the digest to the browser. */
const unavailableDigest = "SERVICE_UNAVAILABLE";

/** Marks an error for the pages when the database is unavailable. */
export function markUnavailable<E extends object>(error: E, is = isDatabaseUnavailable(error)): E {
  if (!is) return error;
  reportUnavailable();
  return Object.assign(error, { digest: unavailableDigest });
}
