import { parseRetryAfter } from "@/server/modules/integrations/webhooks/policy";
import type { Outcome as Answer } from "@/server/modules/integrations/webhooks/sender";
import type { MailOutcome } from "@/server/modules/messaging/outbox/send";
import { failed, retry } from "@/server/modules/messaging/providers/outcome";

/** The outcome of a push notification; `gone` is a device that the push service does not know any more. */
export type PushOutcome = MailOutcome | { kind: "gone" };

/**
 * The push service's answer decides (RFC 8030). An attempt without one is repeated, although it may have arrived: a repetition replaces it
 * by its topic.
 */
export function outcomeOfPush(answer: Answer, now: Date): PushOutcome {
  const { ok, httpStatus, error, message, retryAfter } = answer;
  const detail = message ?? `Answered ${httpStatus}.`;
  if (ok) return { kind: "sent", providerId: null };
  if (httpStatus === 404 || httpStatus === 410) return { kind: "gone" };
  const afterMs = parseRetryAfter(retryAfter, now) ?? undefined;
  if (httpStatus === 429) return retry("RATE_LIMITED", detail, afterMs);
  if (httpStatus === null && error !== "BLOCKED_ADDRESS") return retry("UNAVAILABLE", detail);
  if (httpStatus !== null && httpStatus >= 500) return retry("UNAVAILABLE", detail, afterMs);
  // The key by which they recognise us, or its signature.
  if (httpStatus === 401 || httpStatus === 403) return failed("UNAUTHORIZED", detail);
  return failed("REFUSED", detail);
}
