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
  "leave.requested": "Someone requests leave.",
  "leave.approved": "A leave is approved, by a person or automatically.",
  "leave.denied": "A request is denied.",
  "leave.updated": "A leave's dates, type or other details change, or level 1 of 2 approves it.",
  "leave.cancelled": "A leave is cancelled.",
  "leave.deleted": "A leave is deleted.",
  "leave.expired": "A request wasn't decided in time.",
  "user.created": "A person is added.",
  "user.updated": "A person's name, department or another field changes.",
  "user.deactivated": "A person is deactivated.",
  "webhook.test": "You create a webhook or send a test event.",
};

const scopeWords = (type: EventType): string => `\`${scopeOfEvent(type)}\``;

const events: Block[] = [
  heading("Events", "events"),
  text(
    "A webhook only receives events about people its owner can see. Each event is saved in the same transaction as the change, so you never get one without the other.",
  ),
  table(
    "Events",
    ["Event", "When", "Scope"],
    [
      ...eventTypes.map((type) => ({ id: type, cells: [`\`${type}\``, happens[type], scopeWords(type)] })),
      { id: testEvent, cells: [`\`${testEvent}\``, happens[testEvent], "None. You can't subscribe to it."] },
    ],
  ),
  text(
    "If the key's scopes or its owner's role don't allow an event, you get [WEBHOOK_EVENTS_NOT_ALLOWED](errors#webhook_events_not_allowed).",
  ),
];

const sample = (type: DeliveredType): Block =>
  code(`${type} body`, "json", JSON.stringify(samplePayload(type), null, 2));

const payload: Block[] = [
  heading("Payload", "payload"),
  text(
    "Each delivery is a `POST` of `{ id, type, timestamp, data }`. `data` is the v2 record plus `previousStatus`, which is null for new records. Leaves have `user`, `approver` and `leaveType` expanded. Free text (`reason`, `statusReason`) is never sent. The body is always under 20 kB.",
  ),
  sample("leave.approved"),
  sample("user.updated"),
  sample(testEvent),
  heading("Headers", "headers", 3),
  table(
    "Headers",
    ["Header", "Value"],
    [
      ["`webhook-id`", "`msg_…`. Stays the same for retries and redeliveries. Use it to skip duplicates."],
      ["`webhook-timestamp`", "When this attempt was sent, in Unix seconds."],
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
    "Signatures follow [Standard Webhooks 1.0](https://www.standardwebhooks.com). Each one is the base64 HMAC-SHA-256 of `webhook-id.webhook-timestamp.body`. The HMAC key is the part of the secret after `whsec_`, base64-decoded.",
  ),
  list(
    "Verify the raw body, before anything parses it.",
    `Reject timestamps more than ${durationWords(toleranceSeconds * second)} off.`,
    "Accept the request if any signature matches. During a rotation, deliveries are signed with both secrets.",
    "Compare signatures in constant time. The libraries do this for you.",
  ),
  ...verificationSamples.map(({ language, code: source }) =>
    code(`${language} sample`, languages[language] ?? "javascript", source),
  ),
  heading("Rotate the secret", "rotate", 3),
  text(
    `[Rotate the signing secret](rotate-webhook-secret) returns a new secret, once. The previous one keeps working for \`overlapSeconds\`: ${durationWords(defaultOverlapSeconds * second)} by default, at most ${durationWords(maximumOverlapSeconds * second)}. 0 ends it right away.`,
  ),
];

const retries: Block[] = [
  heading("Retries", "retries"),
  text(
    `A delivery succeeds when your endpoint returns any 2xx within ${durationWords(attemptMs)}. Anything else fails, including redirects, which aren't followed. There are ${maximumAttempts} attempts. The delays below vary by up to ${jitter * 100}%.`,
  ),
  table(
    "Attempts",
    ["Attempt", "Delay after the previous one"],
    scheduleMs.map((ms, index) => [String(index + 1), ms === 0 ? "right away" : durationWords(ms)]),
  ),
  list(
    `After a timeout, 429, 502 or 504, the next attempt waits at least ${durationWords(breathMs)}.`,
    `If you send \`Retry-After\`, we follow it, up to ${retryAfterRoomMs / minute} minutes or twice the delay, whichever is longer.`,
    `Deliveries, their attempts and the first ${sizeWords(maximumResponseBytes)} of each response are kept for ${durationWords(keptMs)}. [Redeliver](redeliver) sends one again with the same \`webhook-id\`. If it's waiting for its next attempt, it's sent now.`,
    "Deliveries can arrive more than once and out of order. Use `webhook-id` to skip duplicates, and `timestamp` and the status in `data` to find the latest state.",
  ),
];

const pausing: Block[] = [
  heading("Pausing", "pausing"),
  table(
    "Why a webhook is paused",
    ["`pausedReason`", "When"],
    [
      ["`manual`", "Someone paused it."],
      ["`endpoint_gone`", "Your endpoint returned 410. The webhook is paused right away."],
      [
        "`delivery_failures`",
        `Nothing succeeded for ${durationWords(pauseAfterMs)}, with at least ${pauseAttempts} attempts for events spread over ${durationWords(pauseEventSpanMs)} or more.`,
      ],
      ["`key_revoked`", "The key that created it was revoked."],
      ["`owner_inactive`", "Its owner was deactivated."],
    ],
  ),
  text(
    `We email the owner after 24 and 48 hours of failures, and when the webhook is paused. While it's paused, events are held for ${durationWords(keptMs)}. [Resume a webhook](resume-webhook) can send all of them, none, or those since a timestamp.`,
  ),
  note(
    "Deleting can't be undone",
    "A deleted webhook is `revoked` for good. You can still read it and its log.",
  ),
];

const receivers: Block[] = [
  heading("Endpoint requirements", "receivers"),
  text(
    `Your endpoint must be an absolute \`https\` URL on a publicly reachable host, at most ${grouped(maximumUrlLength)} characters long and without a username or password. Every IP address its hostname resolves to must be public. We check this when you create the webhook and before every attempt. Otherwise you get [WEBHOOK_URL_INVALID](errors#webhook_url_invalid).`,
  ),
  text(
    "Respond right away and do the work later. An endpoint that hangs fails the attempt, but never delays other webhooks.",
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
