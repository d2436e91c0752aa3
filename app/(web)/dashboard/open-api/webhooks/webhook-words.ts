import type {
  DeliveredType,
  DeliveryError,
  WebhookPausedReason,
  WebhookRevocationReason,
} from "@/drizzle/schema/values";

/** When an event happens, in plain words. */
export const eventWords: Record<DeliveredType, string> = {
  "leave.requested": "Somebody asks for leave.",
  "leave.approved": "A request is approved, by a person or by itself.",
  "leave.denied": "A request is denied.",
  "leave.updated": "Dates, type or another part of a leave change.",
  "leave.cancelled": "A leave is cancelled.",
  "leave.deleted": "A leave is deleted.",
  "leave.expired": "A request was not decided before its first day.",
  "user.created": "A person is added.",
  "user.updated": "A person’s name, department or another field changes.",
  "user.deactivated": "A person is deactivated.",
  "webhook.test": "Sent at once after creation, and whenever you ask. Every webhook gets it.",
};

/** Stands after "Paused – ". */
export const pausedWords: Record<WebhookPausedReason, string> = {
  manual: "by hand",
  delivery_failures: "deliveries failed",
  endpoint_gone: "endpoint gone",
  key_revoked: "key revoked",
  owner_inactive: "owner inactive",
};

export const revokedWords: Record<WebhookRevocationReason, string> = {
  deleted: "It was deleted.",
  owner_deleted: "Its owner was deleted.",
};

const errorWords: Record<DeliveryError, string> = {
  HTTP_STATUS: "The endpoint did not answer with success.",
  REDIRECT: "The endpoint answered with a redirect. Redirects are not followed: enter the final address.",
  TIMEOUT: "The endpoint did not answer within 15 seconds.",
  DNS: "The host name could not be resolved.",
  BLOCKED_ADDRESS: "The host name leads to an address that is not public.",
  CONNECT: "The connection failed.",
  TLS: "The TLS handshake failed.",
  RESET: "The connection was closed before an answer came.",
  RESPONSE_TOO_LARGE: "The answer’s headers are too large.",
  INVALID_RESPONSE: "The answer is not valid HTTP.",
  OUT_OF_REACH: "Its subject is no longer within the owner’s reach.",
  NOT_REPLAYED: "It was not sent when the webhook was resumed.",
  WEBHOOK_REVOKED: "The webhook was deleted.",
};

interface Failure {
  error: DeliveryError | null;
  httpStatus: number | null;
  /** The cause in the sender's words, where it knows it. */
  message?: string | null;
}

/** Why an attempt failed, for the owner of the endpoint. */
export function failureWords({ error, httpStatus, message }: Failure): string {
  if (error === "HTTP_STATUS" && httpStatus !== null) return statusWords(httpStatus);
  if (error === "REDIRECT") return errorWords.REDIRECT;
  return message ?? (error ? errorWords[error] : "It failed.");
}

function statusWords(status: number): string {
  const hints: Record<number, string> = {
    401: "It asks for credentials that deliveries do not carry.",
    403: "It refuses deliveries; a firewall may do that.",
    404: "There is nothing at this address.",
    405: "It does not accept POST.",
    410: "It says that it is gone for good, so the webhook was paused.",
    429: "It asks for fewer deliveries.",
  };
  return [`The endpoint answered ${status}.`, hints[status] ?? ""].join(" ").trim();
}

/** "hooks.example.com", the part that tells webhooks apart. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** What stands after the host; empty for the root. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { pathname, search } = new URL(url);
  return pathname === "/" && !search ? "" : pathname + search;
}
