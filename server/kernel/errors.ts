import type { FieldError } from "@/server/kernel/field-faults";
import type { Reason } from "./reasons";

/**
 * The error catalogue: clients branch on `code`, people read the rest. A new error is one row here.
 * The code that throws an error may pass a more specific `description` and `resolution`.
 */
export const catalogue = {
  VALIDATION_ERROR: [
    400,
    "Validation error",
    "A parameter, header or field is not valid.",
    "Fix the fields listed in details.fields, then send the request again.",
  ],
  INVALID_REQUEST_BODY: [
    400,
    "Invalid request body",
    "The request body isn't a valid JSON object.",
    "Send a JSON object within the size limit, with Content-Type: application/json.",
  ],
  INVALID_IDEMPOTENCY_KEY: [
    400,
    "Invalid idempotency key",
    "The Idempotency-Key header must be 1 to 255 printable ASCII characters.",
    "Send a short, unique key such as a UUID, or leave out the header.",
  ],
  NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED: [
    400,
    "Frequency change not allowed",
    "You can't change a notification's frequency to or from BIRTHDAY.",
    "Create a new notification with the frequency you want, then delete this one.",
  ],
  WEBHOOK_URL_INVALID: [
    400,
    "Invalid webhook URL",
    "The url must be an absolute https URL on a publicly reachable host.",
    "Use an https URL whose hostname resolves only to public IP addresses.",
  ],
  WEBHOOK_EVENTS_INVALID: [
    400,
    "Invalid webhook events",
    "The events list is empty, or includes webhook.test or an unknown event.",
    "Send one or more of the event types listed in the reference.",
  ],
  MALFORMED_REQUEST: [
    400,
    "Malformed request",
    "The request isn't valid HTTP.",
    "Check how the client, or a proxy in between, writes the request line and headers.",
  ],
  UNAUTHORIZED: [
    401,
    "Unauthorized",
    "The API key is missing, malformed or not recognized.",
    "Send Authorization: Bearer <API_KEY> with a key from the Open API add-on page.",
  ],
  INSUFFICIENT_SCOPE: [
    403,
    "Insufficient scope",
    "The API key doesn't have a scope this request needs.",
    "Create a key with the scopes listed in details.requiredScopes. Its owner's role must allow them.",
  ],
  ON_BEHALF_OF_NOT_ALLOWED: [
    403,
    "On-behalf-of not allowed",
    "The key can't act for the user in X-On-Behalf-Of.",
    "Use a key with users:act-on-behalf whose owner manages that user.",
  ],
  FORBIDDEN: [
    403,
    "Forbidden",
    "You don't have permission to do this.",
    "Ask a workspace administrator, or use the key of someone who has permission.",
  ],
  WEBHOOK_EVENTS_NOT_ALLOWED: [
    403,
    "Webhook events not allowed",
    "The owner's role or the key's scopes don't allow one of the events.",
    "Subscribe to fewer events, or use a key that has the scopes they need.",
  ],
  SCHEDULED_REPORTS_NOT_AVAILABLE: [
    403,
    "Scheduled reports not available",
    "Scheduled reports are part of the Complete plan.",
    "Ask an administrator to upgrade the workspace to the Complete plan.",
  ],
  RESOURCE_NOT_FOUND: [
    404,
    "Resource not found",
    "The resource doesn't exist, or the key can't access it.",
    "Check the path and the ID, and that the key's owner can see the resource.",
  ],
  WEBHOOK_NOT_FOUND: [
    404,
    "Webhook not found",
    "The webhook doesn't exist, or it belongs to another user.",
    "Check the ID. Only administrators can see other users' webhooks.",
  ],
  METHOD_NOT_ALLOWED: [
    405,
    "Method not allowed",
    "This path doesn't support this method.",
    "Use one of the methods in the Allow header.",
  ],
  REQUEST_TIMEOUT: [
    408,
    "Request timeout",
    "The request took too long to arrive.",
    "Send it again on a new connection.",
  ],
  CONFLICT: [
    409,
    "Conflict",
    "The request conflicts with the current state of the resource.",
    "Get the resource again and check whether the request still makes sense.",
  ],
  TOO_MANY_FILES: [
    409,
    "Too many files",
    "The leave already has five files.",
    "Delete one of them first, or combine several pages into one PDF.",
  ],
  PERIOD_CLOSED: [
    409,
    "Period closed",
    "The change is in days that are closed.",
    "Change open days only. An administrator can reopen the days, or add a correction in the open period.",
  ],
  IDEMPOTENCY_REQUEST_IN_PROGRESS: [
    409,
    "Request in progress",
    "A request with the same Idempotency-Key is still running.",
    "Wait a moment, then send the same request again.",
  ],
  CONTENT_TOO_LARGE: [
    413,
    "Content too large",
    "The body is too large, or its chunks have extensions that are too long.",
    "Send a smaller file, and the body without chunk extensions.",
  ],
  FILE_TYPE_NOT_SUPPORTED: [
    415,
    "File type not supported",
    "By its content, the file is no PDF, PNG, JPEG, WEBP or HEIC.",
    "Send one of these types. The file's name and its Content-Type don't count.",
  ],
  UNSUPPORTED_CONTENT_ENCODING: [
    415,
    "Unsupported content encoding",
    "The request body has a Content-Encoding, and isn't read.",
    "Send the body uncompressed, without a Content-Encoding header.",
  ],
  EXPECTATION_FAILED: [
    417,
    "Expectation failed",
    "The Expect header asks for something that isn't supported.",
    "Leave it out, or send Expect: 100-continue.",
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    "Idempotency key reused",
    "This Idempotency-Key was already used for a different request.",
    "Use a new key for each new request.",
  ],
  LEAVE_RULE_BROKEN: [
    422,
    "Leave rule broken",
    "This leave breaks a leave rule.",
    "See details.rules, change the leave, or ask someone who manages the person to go ahead with an overrideReason.",
  ],
  LEAVE_NEGATIVE_BALANCE: [
    422,
    "Not enough leave",
    "The user doesn't have enough balance for this leave.",
    "Shorten the leave, choose another leave type, or ask an administrator to change the quota.",
  ],
  RATE_LIMITED: [
    429,
    "Rate limited",
    "The key went over its limit of 10 requests per second with a burst of 50.",
    "Retry with exponential backoff and jitter. The request wasn't processed.",
  ],
  QUOTA_EXCEEDED: [
    429,
    "Quota exceeded",
    "The key has used all 30,000 requests for this calendar month.",
    "Wait until the quota resets at the start of next month (UTC). Retrying sooner won't help.",
  ],
  REQUEST_HEADERS_TOO_LARGE: [
    431,
    "Request headers too large",
    "The request line and headers are longer than 16 KiB.",
    "Send fewer or shorter headers, or a shorter query.",
  ],
  INTERNAL_ERROR: [
    500,
    "Internal error",
    "Something went wrong on our side.",
    "Try again. If it keeps happening, send the request ID to support.",
  ],
  SERVICE_UNAVAILABLE: [
    503,
    "Service unavailable",
    "The service can't respond right now. What you sent may or may not have been saved.",
    "Try again in a few seconds, in the API with the same Idempotency-Key.",
  ],
} as const satisfies Record<string, readonly [number, string, string, string]>;

export type { FieldError };

export type ErrorCode = keyof typeof catalogue;

interface ErrorDetails {
  fields?: FieldError[];
  requiredScopes?: string[];
  [key: string]: unknown;
}

export interface ErrorMore {
  description?: string;
  /** The description for the pages, which say it in their language. */
  reason?: Reason;
  resolution?: string;
  details?: ErrorDetails;
  /** Response headers of this error, such as `Allow`. */
  headers?: Record<string, string>;
}

/** A refusal for the caller to read: a row of the catalogue, with more specific text where that helps. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly more: ErrorMore = {},
  ) {
    super(more.description ?? catalogue[code][2]);
    this.status = catalogue[code][0];
  }
}

/** The error as REST returns it and the pages show it. */
export interface ErrorBody {
  code: ErrorCode;
  name: string;
  description: string;
  resolution: string;
  requestId: string;
  details?: ErrorDetails;
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const [, name, description, resolution] = catalogue[error.code];
  return {
    code: error.code,
    name,
    description: error.more.description ?? description,
    resolution: error.more.resolution ?? resolution,
    requestId,
    ...(error.more.details ? { details: withoutReasons(error.more.details) } : {}),
  };
}

/** Faults as the API returns them: only pages know their reasons. */
export const sentencesOf = (faults: readonly FieldError[]): FieldError[] =>
  faults.map(({ path, message }) => ({ path, message }));

/** Details as the API returns them. */
export const withoutReasons = ({ fields, ...details }: ErrorDetails): ErrorDetails =>
  fields ? { fields: sentencesOf(fields), ...details } : details;

/** Removes duplicate faults, which two checks may report. */
export function onceEach(faults: readonly FieldError[]): FieldError[] {
  const unique = new Map(faults.map((fault) => [JSON.stringify([fault.path, fault.message]), fault]));
  return [...unique.values()];
}

/** A VALIDATION_ERROR that lists every fault. */
export const invalid = (fields: readonly FieldError[]): ApiError =>
  new ApiError("VALIDATION_ERROR", { details: { fields: onceEach(fields) } });
