import type { DeliveryError, WebhookPausedReason, WebhookStatus } from "@/drizzle/schema/values";
import { day, hour, minute, second } from "@/server/kernel/time/clock";
import { retryDelay } from "@/server/worker/retry";

/** Maximum attempts of a delivery; then it has failed. */
export const maximumAttempts = 10;

/** Delay of each attempt after the one before (decision 8). The first is immediate. */
export const scheduleMs = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Minimum delay for an overloaded or hanging receiver: more than the schedule's first step. */
export const breathMs = minute;
const breathless: readonly number[] = [429, 502, 504];
export const retryAfterRoomMs = 15 * minute;

/** Maximum hooks per app connection, so that an app that fails to delete them is noticed. */
export const maximumHooks = 100;

/** Retention of deliveries, held events and their log: 30 days. */
export const keptMs = 30 * day;

export interface FailedAttempt {
  /** Attempts made so far, including this one. */
  attempts: number;
  httpStatus: number | null;
  error: DeliveryError | null;
  /** The receiver's Retry-After in milliseconds from now; null without one. */
  retryAfterMs: number | null;
  /** From 0 to 1: position within the jitter's range. */
  random: number;
}

/** Milliseconds until the next attempt; null when there is none. */
export function retryDelayMs({
  attempts,
  httpStatus,
  error,
  retryAfterMs,
  random,
}: FailedAttempt): number | null {
  const delay = retryDelay(scheduleMs.slice(1), attempts, random);
  if (delay === null) return null;
  const isBreathless = error === "TIMEOUT" || breathless.includes(httpStatus ?? 0);
  const base = Math.max(delay, isBreathless ? breathMs : 0);
  if (retryAfterMs === null) return base;
  const maxMs = Math.max(2 * base, retryAfterRoomMs);
  return Math.round(Math.min(Math.max(retryAfterMs, base), maxMs));
}

const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/;

/** A Retry-After header as milliseconds from `now`: whole seconds or an HTTP date. Anything else is null. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * second, 365 * day);
  if (!httpDate.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** The failed attempts since the last success. */
export interface Failing {
  failingSince: Date | null;
  failedAttemptCount: number;
  failedEventFirstAt: Date | null;
  failedEventLastAt: Date | null;
}

export const pauseAfterMs = 72 * hour;
export const pauseAttempts = 20;
export const pauseEventSpanMs = 12 * hour;

/** Whether a webhook is paused: enough attempts have failed for long enough. Two or more events must lie far enough apart. */
export function isHopeless(failing: Failing, now: Date): boolean {
  const { failingSince, failedAttemptCount, failedEventFirstAt, failedEventLastAt } = failing;
  if (!failingSince || !failedEventFirstAt || !failedEventLastAt) return false;
  return (
    now.getTime() - failingSince.getTime() >= pauseAfterMs &&
    failedAttemptCount >= pauseAttempts &&
    failedEventLastAt.getTime() - failedEventFirstAt.getTime() >= pauseEventSpanMs
  );
}

/** The stages of mails to the owner of a failing webhook; each is sent once. */
export const noticeStages = { none: 0, day: 1, twoDays: 2, paused: 3 } as const;
export type NoticeStage = (typeof noticeStages)[keyof typeof noticeStages];

const failureReasons: readonly (WebhookPausedReason | null)[] = ["delivery_failures", "endpoint_gone"];

/** The stage that the owner should have been notified of by now. */
export function dueNotice(
  webhook: { status: WebhookStatus; pausedReason: WebhookPausedReason | null; failingSince: Date | null },
  now: Date,
): NoticeStage {
  if (webhook.status === "paused" && failureReasons.includes(webhook.pausedReason))
    return noticeStages.paused;
  if (webhook.status !== "active" || !webhook.failingSince) return noticeStages.none;
  const failingMs = now.getTime() - webhook.failingSince.getTime();
  if (failingMs >= 48 * hour) return noticeStages.twoDays;
  return failingMs >= 24 * hour ? noticeStages.day : noticeStages.none;
}
