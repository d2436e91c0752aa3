/**
 * The error catalogue: clients branch on `code`, people read the rest. A new error is one row here.
 * `description` and `resolution` may be made more exact where the error is thrown.
 */
export const catalogue = {
  VALIDATION_ERROR: [
    400,
    "Validation error",
    "A parameter, header or field is not valid.",
    "Correct what details.fields lists and send the request again.",
  ],
  INVALID_REQUEST_BODY: [
    400,
    "Invalid request body",
    "The body is not a JSON object that can be read.",
    "Send a JSON object with Content-Type: application/json, within the size limit.",
  ],
  INVALID_IDEMPOTENCY_KEY: [
    400,
    "Invalid idempotency key",
    "The Idempotency-Key header is not 1 to 255 printable ASCII characters.",
    "Send a short unique key such as a UUID, or leave the header out.",
  ],
  NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED: [
    400,
    "Frequency change not allowed",
    "A notification cannot move to or from BIRTHDAY.",
    "Create a new notification with the other frequency and delete this one.",
  ],
  WEBHOOK_URL_INVALID: [
    400,
    "Invalid webhook URL",
    "The url is not an absolute https URL on a publicly reachable host.",
    "Use an https URL whose host name resolves to public addresses only.",
  ],
  WEBHOOK_EVENTS_INVALID: [
    400,
    "Invalid webhook events",
    "The events are empty, unknown, or contain webhook.test.",
    "Send one or more of the event types in the reference.",
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
    "The API key lacks a scope that this request needs.",
    "Create a key with the scopes in details.requiredScopes. Its owner's role must allow them.",
  ],
  ON_BEHALF_OF_NOT_ALLOWED: [
    403,
    "On-behalf-of not allowed",
    "The key may not act for the user in X-On-Behalf-Of.",
    "Use a key with users:act-on-behalf whose owner manages that user.",
  ],
  FORBIDDEN: [
    403,
    "Forbidden",
    "The acting user may not do this.",
    "Ask an administrator of the workspace, or use a key of a user who may.",
  ],
  WEBHOOK_EVENTS_NOT_ALLOWED: [
    403,
    "Webhook events not allowed",
    "An event lies outside the owner's role or the key's scopes.",
    "Subscribe to fewer events, or use a key whose scopes cover them.",
  ],
  SCHEDULED_REPORTS_NOT_AVAILABLE: [
    403,
    "Scheduled reports not available",
    "Scheduled reports are part of the Complete plan.",
    "Ask an administrator to upgrade the workspace's plan.",
  ],
  RESOURCE_NOT_FOUND: [
    404,
    "Resource not found",
    "There is no such resource, or it lies outside the key's reach.",
    "Check the path and the id, and whether the key's owner can see it.",
  ],
  WEBHOOK_NOT_FOUND: [
    404,
    "Webhook not found",
    "There is no such webhook, or it belongs to another user.",
    "Check the id. Only administrators see other users' webhooks.",
  ],
  METHOD_NOT_ALLOWED: [
    405,
    "Method not allowed",
    "The path exists, but not with this method.",
    "Use one of the methods in the Allow header.",
  ],
  CONFLICT: [
    409,
    "Conflict",
    "The request conflicts with the current state of the resource.",
    "Read the resource again and decide whether the request still makes sense.",
  ],
  IDEMPOTENCY_REQUEST_IN_PROGRESS: [
    409,
    "Request in progress",
    "A request with the same Idempotency-Key is still running.",
    "Wait a moment and send the same request again.",
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    "Idempotency key reused",
    "The Idempotency-Key was used for a different request.",
    "Use a new key for a new request.",
  ],
  LEAVE_NEGATIVE_BALANCE: [
    422,
    "Not enough leave",
    "The user lacks balance for the leave.",
    "Shorten the leave, choose another leave type, or ask an administrator to change the quota.",
  ],
  RATE_LIMITED: [
    429,
    "Rate limited",
    "The key sends more than 10 requests per second over its burst of 50.",
    "Retry with exponential backoff and jitter. The request was not run.",
  ],
  QUOTA_EXCEEDED: [
    429,
    "Quota exceeded",
    "The key has used its 30,000 requests of this calendar month.",
    "Do not retry before the quota resets at the start of the next month (UTC).",
  ],
  INTERNAL_ERROR: [
    500,
    "Internal error",
    "Something failed on our side.",
    "Try again. If it stays, send the request id to support.",
  ],
} as const satisfies Record<string, readonly [number, string, string, string]>;

export type ErrorCode = keyof typeof catalogue;

/** One fault in the input: where, and what is wrong with it. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ErrorDetails {
  fields?: FieldError[];
  requiredScopes?: string[];
  [key: string]: unknown;
}

export interface ErrorMore {
  description?: string;
  resolution?: string;
  details?: ErrorDetails;
  /** Response headers that belong to this error, e.g. `Allow`. */
  headers?: Record<string, string>;
}

/** A refusal that the caller should read: a row of the catalogue, made more exact where that helps. */
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

/** What REST answers and the pages show. */
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
    ...(error.more.details ? { details: error.more.details } : {}),
  };
}

/** Faults that two checks found are told once. */
export function onceEach(faults: readonly FieldError[]): FieldError[] {
  const told = new Map(faults.map((fault) => [JSON.stringify([fault.path, fault.message]), fault]));
  return [...told.values()];
}

/** VALIDATION_ERROR that lists every fault. */
export const invalid = (fields: readonly FieldError[]): ApiError =>
  new ApiError("VALIDATION_ERROR", { details: { fields: onceEach(fields) } });
