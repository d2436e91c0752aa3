// Made by `npm run client` from the endpoint records and the error catalogue.

import { TimeawayError } from "../timeaway-error.js";

/** 400. A parameter, header or field is not valid. Fix the fields listed in details.fields, then send the request again. */
export class ValidationError extends TimeawayError {
  declare readonly code: "VALIDATION_ERROR";
}

/** 400. The request body isn't a valid JSON object. Send a JSON object within the size limit, with Content-Type: application/json. */
export class InvalidRequestBodyError extends TimeawayError {
  declare readonly code: "INVALID_REQUEST_BODY";
}

/** 400. The Idempotency-Key header must be 1 to 255 printable ASCII characters. Send a short, unique key such as a UUID, or leave out the header. */
export class InvalidIdempotencyKeyError extends TimeawayError {
  declare readonly code: "INVALID_IDEMPOTENCY_KEY";
}

/** 400. You can't change a notification's frequency to or from BIRTHDAY. Create a new notification with the frequency you want, then delete this one. */
export class NotificationFrequencyChangeNotAllowedError extends TimeawayError {
  declare readonly code: "NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED";
}

/** 400. The url must be an absolute https URL on a publicly reachable host. Use an https URL whose hostname resolves only to public IP addresses. */
export class WebhookUrlInvalidError extends TimeawayError {
  declare readonly code: "WEBHOOK_URL_INVALID";
}

/** 400. The events list is empty, or includes webhook.test or an unknown event. Send one or more of the event types listed in the reference. */
export class WebhookEventsInvalidError extends TimeawayError {
  declare readonly code: "WEBHOOK_EVENTS_INVALID";
}

/** 400. The request isn't valid HTTP. Check how the client, or a proxy in between, writes the request line and headers. */
export class MalformedRequestError extends TimeawayError {
  declare readonly code: "MALFORMED_REQUEST";
}

/** 401. The API key is missing, malformed or not recognized. Send Authorization: Bearer <API_KEY> with a key from the Open API add-on page. */
export class UnauthorizedError extends TimeawayError {
  declare readonly code: "UNAUTHORIZED";
}

/** 403. The API key doesn't have a scope this request needs. Create a key with the scopes listed in details.requiredScopes. Its owner's role must allow them. */
export class InsufficientScopeError extends TimeawayError {
  declare readonly code: "INSUFFICIENT_SCOPE";
}

/** 403. The key can't act for the user in X-On-Behalf-Of. Use a key with users:act-on-behalf whose owner manages that user. */
export class OnBehalfOfNotAllowedError extends TimeawayError {
  declare readonly code: "ON_BEHALF_OF_NOT_ALLOWED";
}

/** 403. You don't have permission to do this. Ask a workspace administrator, or use the key of someone who has permission. */
export class ForbiddenError extends TimeawayError {
  declare readonly code: "FORBIDDEN";
}

/** 403. The owner's role or the key's scopes don't allow one of the events. Subscribe to fewer events, or use a key that has the scopes they need. */
export class WebhookEventsNotAllowedError extends TimeawayError {
  declare readonly code: "WEBHOOK_EVENTS_NOT_ALLOWED";
}

/** 403. Scheduled reports are part of the Complete plan. Ask an administrator to upgrade the workspace to the Complete plan. */
export class ScheduledReportsNotAvailableError extends TimeawayError {
  declare readonly code: "SCHEDULED_REPORTS_NOT_AVAILABLE";
}

/** 404. The resource doesn't exist, or the key can't access it. Check the path and the ID, and that the key's owner can see the resource. */
export class ResourceNotFoundError extends TimeawayError {
  declare readonly code: "RESOURCE_NOT_FOUND";
}

/** 404. The webhook doesn't exist, or it belongs to another user. Check the ID. Only administrators can see other users' webhooks. */
export class WebhookNotFoundError extends TimeawayError {
  declare readonly code: "WEBHOOK_NOT_FOUND";
}

/** 405. This path doesn't support this method. Use one of the methods in the Allow header. */
export class MethodNotAllowedError extends TimeawayError {
  declare readonly code: "METHOD_NOT_ALLOWED";
}

/** 408. The request took too long to arrive. Send it again on a new connection. */
export class RequestTimeoutError extends TimeawayError {
  declare readonly code: "REQUEST_TIMEOUT";
}

/** 409. The request conflicts with the current state of the resource. Get the resource again and check whether the request still makes sense. */
export class ConflictError extends TimeawayError {
  declare readonly code: "CONFLICT";
}

/** 409. The leave already has five files. Delete one of them first, or combine several pages into one PDF. */
export class TooManyFilesError extends TimeawayError {
  declare readonly code: "TOO_MANY_FILES";
}

/** 409. The change is in days that are closed. Change open days only. An administrator can reopen the days, or add a correction in the open period. */
export class PeriodClosedError extends TimeawayError {
  declare readonly code: "PERIOD_CLOSED";
}

/** 409. A request with the same Idempotency-Key is still running. Wait a moment, then send the same request again. */
export class IdempotencyRequestInProgressError extends TimeawayError {
  declare readonly code: "IDEMPOTENCY_REQUEST_IN_PROGRESS";
}

/** 413. The body is too large, or its chunks have extensions that are too long. Send a smaller file, and the body without chunk extensions. */
export class ContentTooLargeError extends TimeawayError {
  declare readonly code: "CONTENT_TOO_LARGE";
}

/** 415. By its content, the file is no PDF, PNG, JPEG, WEBP or HEIC. Send one of these types. The file's name and its Content-Type don't count. */
export class FileTypeNotSupportedError extends TimeawayError {
  declare readonly code: "FILE_TYPE_NOT_SUPPORTED";
}

/** 415. The request body has a Content-Encoding, and isn't read. Send the body uncompressed, without a Content-Encoding header. */
export class UnsupportedContentEncodingError extends TimeawayError {
  declare readonly code: "UNSUPPORTED_CONTENT_ENCODING";
}

/** 417. The Expect header asks for something that isn't supported. Leave it out, or send Expect: 100-continue. */
export class ExpectationFailedError extends TimeawayError {
  declare readonly code: "EXPECTATION_FAILED";
}

/** 422. This Idempotency-Key was already used for a different request. Use a new key for each new request. */
export class IdempotencyKeyReusedError extends TimeawayError {
  declare readonly code: "IDEMPOTENCY_KEY_REUSED";
}

/** 422. This leave breaks a leave rule. See details.rules, change the leave, or ask someone who manages the person to go ahead with an overrideReason. */
export class LeaveRuleBrokenError extends TimeawayError {
  declare readonly code: "LEAVE_RULE_BROKEN";
}

/** 422. The user doesn't have enough balance for this leave. Shorten the leave, choose another leave type, or ask an administrator to change the quota. */
export class LeaveNegativeBalanceError extends TimeawayError {
  declare readonly code: "LEAVE_NEGATIVE_BALANCE";
}

/** 429. The key went over its limit of 10 requests per second with a burst of 50. Retry with exponential backoff and jitter. The request wasn't processed. */
export class RateLimitedError extends TimeawayError {
  declare readonly code: "RATE_LIMITED";
}

/** 429. The key has used all 30,000 requests for this calendar month. Wait until the quota resets at the start of next month (UTC). Retrying sooner won't help. */
export class QuotaExceededError extends TimeawayError {
  declare readonly code: "QUOTA_EXCEEDED";
}

/** 431. The request line and headers are longer than 16 KiB. Send fewer or shorter headers, or a shorter query. */
export class RequestHeadersTooLargeError extends TimeawayError {
  declare readonly code: "REQUEST_HEADERS_TOO_LARGE";
}

/** 500. Something went wrong on our side. Try again. If it keeps happening, send the request ID to support. */
export class InternalError extends TimeawayError {
  declare readonly code: "INTERNAL_ERROR";
}

/** 503. The service can't respond right now. What you sent may or may not have been saved. Try again in a few seconds, in the API with the same Idempotency-Key. */
export class ServiceUnavailableError extends TimeawayError {
  declare readonly code: "SERVICE_UNAVAILABLE";
}

/** Status and class by code. */
export const errorClasses: Readonly<Record<string, readonly [status: number, type: typeof TimeawayError]>> = {
  VALIDATION_ERROR: [400, ValidationError],
  INVALID_REQUEST_BODY: [400, InvalidRequestBodyError],
  INVALID_IDEMPOTENCY_KEY: [400, InvalidIdempotencyKeyError],
  NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED: [400, NotificationFrequencyChangeNotAllowedError],
  WEBHOOK_URL_INVALID: [400, WebhookUrlInvalidError],
  WEBHOOK_EVENTS_INVALID: [400, WebhookEventsInvalidError],
  MALFORMED_REQUEST: [400, MalformedRequestError],
  UNAUTHORIZED: [401, UnauthorizedError],
  INSUFFICIENT_SCOPE: [403, InsufficientScopeError],
  ON_BEHALF_OF_NOT_ALLOWED: [403, OnBehalfOfNotAllowedError],
  FORBIDDEN: [403, ForbiddenError],
  WEBHOOK_EVENTS_NOT_ALLOWED: [403, WebhookEventsNotAllowedError],
  SCHEDULED_REPORTS_NOT_AVAILABLE: [403, ScheduledReportsNotAvailableError],
  RESOURCE_NOT_FOUND: [404, ResourceNotFoundError],
  WEBHOOK_NOT_FOUND: [404, WebhookNotFoundError],
  METHOD_NOT_ALLOWED: [405, MethodNotAllowedError],
  REQUEST_TIMEOUT: [408, RequestTimeoutError],
  CONFLICT: [409, ConflictError],
  TOO_MANY_FILES: [409, TooManyFilesError],
  PERIOD_CLOSED: [409, PeriodClosedError],
  IDEMPOTENCY_REQUEST_IN_PROGRESS: [409, IdempotencyRequestInProgressError],
  CONTENT_TOO_LARGE: [413, ContentTooLargeError],
  FILE_TYPE_NOT_SUPPORTED: [415, FileTypeNotSupportedError],
  UNSUPPORTED_CONTENT_ENCODING: [415, UnsupportedContentEncodingError],
  EXPECTATION_FAILED: [417, ExpectationFailedError],
  IDEMPOTENCY_KEY_REUSED: [422, IdempotencyKeyReusedError],
  LEAVE_RULE_BROKEN: [422, LeaveRuleBrokenError],
  LEAVE_NEGATIVE_BALANCE: [422, LeaveNegativeBalanceError],
  RATE_LIMITED: [429, RateLimitedError],
  QUOTA_EXCEEDED: [429, QuotaExceededError],
  REQUEST_HEADERS_TOO_LARGE: [431, RequestHeadersTooLargeError],
  INTERNAL_ERROR: [500, InternalError],
  SERVICE_UNAVAILABLE: [503, ServiceUnavailableError],
};
