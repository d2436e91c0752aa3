import { type DeliveredType, type EventType, eventTypes, testEvent } from "@/drizzle/schema/values";
import { minute, second } from "@/server/kernel/clock";
import { scopeOfEvent } from "@/server/modules/webhooks/event-scopes";
import { maximumResponseBytes } from "@/server/modules/webhooks/exchange";
import {
  breathMs,
  jitter,
  keptMs,
  maximumAttempts,
  pauseAfterMs,
  pauseAttempts,
  pauseEventSpanMs,
  retryAfterRoomMs,
  scheduleMs,
} from "@/server/modules/webhooks/policy";
import { samplePayload } from "@/server/modules/webhooks/sample-payload";
import { defaultOverlapSeconds, maximumOverlapSeconds } from "@/server/modules/webhooks/schema";
import { attemptMs, userAgent } from "@/server/modules/webhooks/sender";
import { maximumUrlLength } from "@/server/modules/webhooks/url-guard";
import { verificationSamples } from "@/server/modules/webhooks/verification-samples";
import { toleranceSeconds } from "@/server/modules/webhooks/verify";
import { durationWords, grouped, sizeWords } from "../limits";
import { type Block, type Chapter, type CodeLanguage, code, heading, list, note, table, text } from "../page";

const happens: Record<DeliveredType, string> = {
  "leave.requested": "Somebody asks for leave.",
  "leave.approved": "A leave is approved, by a person or by itself.",
  "leave.denied": "A request is denied.",
  "leave.updated": "Dates, type or another part of a leave change, or the first of two levels approves it.",
  "leave.cancelled": "A leave is cancelled.",
  "leave.deleted": "A leave is deleted.",
  "leave.expired": "A request was not decided in time.",
  "user.created": "A person is added.",
  "user.updated": "A person's name, department or another field changes.",
  "user.deactivated": "A person is deactivated.",
  "webhook.test": "A webhook was created, or somebody asked for a test.",
};

const scopeWords = (type: EventType): string => `\`${scopeOfEvent(type)}\``;

const events: Block[] = [
  heading("Events", "events"),
  text(
    "A webhook gets an event when its subject is within the reach of the webhook's owner. The event and the change that it tells of commit together or not at all.",
  ),
  table(
    "Events",
    ["Event", "When", "Scope"],
    [
      ...eventTypes.map((type) => ({ id: type, cells: [`\`${type}\``, happens[type], scopeWords(type)] })),
      { id: testEvent, cells: [`\`${testEvent}\``, happens[testEvent], "none; it cannot be subscribed to"] },
    ],
  ),
  text(
    "An event beyond the scopes of the key, or the role of its owner, is refused with [WEBHOOK_EVENTS_NOT_ALLOWED](errors#webhook_events_not_allowed).",
  ),
];

const sample = (type: DeliveredType): Block =>
  code(`${type} body`, "json", JSON.stringify(samplePayload(type), null, 2));

const payload: Block[] = [
  heading("Payload", "payload"),
  text(
    "A delivery is a `POST` of `{ id, type, timestamp, data }`. `data` is the v2 record, a leave with `user`, `approver` and `leaveType` expanded, and `previousStatus`, null for what is new. Free text (`reason`, `statusReason`) is never sent. A body stays below 20 kB.",
  ),
  sample("leave.approved"),
  sample("user.updated"),
  sample(testEvent),
  heading("Headers", "headers", 3),
  table(
    "Headers",
    ["Header", "Value"],
    [
      [
        "`webhook-id`",
        "`msg_…`; the same over retries and redeliveries, so that a receiver can tell what it has seen.",
      ],
      ["`webhook-timestamp`", "Seconds since 1970 of this attempt."],
      ["`webhook-signature`", "One or more signatures `v1,…`, separated by spaces."],
      ["`content-type`", "`application/json`"],
      ["`user-agent`", `\`${userAgent}\``],
    ],
  ),
];

const languages: Record<string, CodeLanguage> = { Node: "javascript", Python: "python", Go: "go" };

const signatures: Block[] = [
  heading("Verify a signature", "verify"),
  text(
    "Deliveries follow [Standard Webhooks 1.0](https://www.standardwebhooks.com). The signature is the base64 HMAC-SHA-256 of `webhook-id.webhook-timestamp.body`, with the bytes that follow `whsec_` in the secret, base64-decoded, as the key.",
  ),
  list(
    "Verify the exact bytes of the body, before anything parses it.",
    `Refuse a timestamp that is more than ${durationWords(toleranceSeconds * second)} off.`,
    "Accept the request when one of the signatures is right: during a rotation the old secret signs as well.",
    "Compare in constant time; the libraries do.",
  ),
  ...verificationSamples.map(({ language, code: source }) =>
    code(`${language} sample`, languages[language] ?? "javascript", source),
  ),
  heading("Rotate the secret", "rotate", 3),
  text(
    `[Rotate the signing secret](rotate-webhook-secret) gives a new secret, once. The old one signs as well for \`overlapSeconds\`, ${durationWords(defaultOverlapSeconds * second)} unless said, at most ${durationWords(maximumOverlapSeconds * second)}. 0 ends every old secret at once.`,
  ),
];

const retries: Block[] = [
  heading("Retries", "retries"),
  text(
    `Any 2xx within ${durationWords(attemptMs)} is success. Anything else is a failure, redirects too: they are not followed. There are ${maximumAttempts} attempts, each so long after the one before, give or take ${jitter * 100} %:`,
  ),
  table(
    "Attempts",
    ["Attempt", "After the one before"],
    scheduleMs.map((ms, index) => [String(index + 1), ms === 0 ? "at once" : durationWords(ms)]),
  ),
  list(
    `After a timeout, 429, 502 or 504 at least ${durationWords(breathMs)} passes.`,
    `\`Retry-After\` of the receiver is honoured, up to ${retryAfterRoomMs / minute} minutes or twice the delay, whichever is more.`,
    `Deliveries, their attempts and the first ${sizeWords(maximumResponseBytes)} of each answer are kept ${durationWords(keptMs)}. [Redeliver](redeliver) sends one again, with the same \`webhook-id\`; one that waits for its next attempt is sent now.`,
    "Deliveries may arrive more than once and out of order: tell them apart by `webhook-id`, and go by `timestamp` and the status in `data`.",
  ),
];

const pausing: Block[] = [
  heading("Pausing", "pausing"),
  table(
    "Why a webhook is paused",
    ["`pausedReason`", "When"],
    [
      ["`manual`", "Somebody paused it."],
      ["`endpoint_gone`", "The receiver answered 410: at once."],
      [
        "`delivery_failures`",
        `Nothing succeeded for ${durationWords(pauseAfterMs)}, over at least ${pauseAttempts} attempts of events that lie ${durationWords(pauseEventSpanMs)} or more apart.`,
      ],
      ["`key_revoked`", "The key that made it was revoked, and its webhooks with it."],
      ["`owner_inactive`", "Its owner was deactivated."],
    ],
  ),
  text(
    `The owner is told by e-mail after 24 hours of failures, after 48, and when the webhook is paused. Events that happen while it is paused are held for ${durationWords(keptMs)}; [Resume a webhook](resume-webhook) sends all of them, none, or those since a timestamp.`,
  ),
  note(
    "Deleting is final",
    "A webhook that was deleted is `revoked`. It and its log stay readable, and nothing brings it back.",
  ),
];

const receivers: Block[] = [
  heading("What a receiver must be", "receivers"),
  text(
    `An absolute \`https\` URL on a publicly reachable host, of at most ${grouped(maximumUrlLength)} characters, without user name or password. Every address that its name resolves to must be public, when the webhook is made and again at every attempt. Anything else is [WEBHOOK_URL_INVALID](errors#webhook_url_invalid).`,
  ),
  text(
    "Answer quickly, and do the work later: a receiver that hangs loses its turn, and holds up nobody else's.",
  ),
];

/** Events, signatures, retries: told from the constants that decide them. */
export const webhooks = (): Chapter => ({
  slug: "webhooks",
  title: "Webhooks",
  description: "How events reach you: what is sent, how it is signed, when it is tried again.",
  blocks: [
    text(
      "Make one with [Create a webhook](create-webhook) or on the page [Webhooks](/dashboard/open-api/webhooks).",
    ),
    ...events,
    ...payload,
    ...signatures,
    ...retries,
    ...pausing,
    ...receivers,
  ],
});
