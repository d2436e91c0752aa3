export * from "./generated/errors.js";
export type * from "./generated/models.js";
export type * from "./generated/resources.js";
export type { CallOptions, Handle, TimeawayOptions } from "./options.js";
export type { Page, PagedList } from "./pages.js";
export { Timeaway } from "./timeaway.js";
export {
  ConnectionFailedError,
  type FieldFault as FieldError,
  TimeawayError,
  UnexpectedAnswerError,
  WebhookVerificationError,
} from "./timeaway-error.js";
export { type HeadersLike, unwrapWebhook } from "./unwrap.js";
