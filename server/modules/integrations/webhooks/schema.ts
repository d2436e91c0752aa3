import { z } from "zod";
import {
  deliveryErrors,
  deliveryStatuses,
  eventTypes,
  leaveStatuses,
  testEvent,
  userStatuses,
  webhookPausedReasons,
  webhookRevocationReasons,
  webhookStatuses,
} from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { type FilterOf, listInput } from "@/server/kernel/list-input";
import {
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  patchOf,
  timestampText,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { isUpTo } from "@/server/kernel/text/text-rules";
import { LeaveType } from "@/server/modules/leave/leave-types/schema";
import { Leave } from "@/server/modules/leave/requests/schema";
import { User } from "@/server/modules/people/people/schema";

const descriptionLength = 200;

const Description = z
  .string()
  .refine((text) => isUpTo(descriptionLength, text), rule("tooLong", { limit: descriptionLength }))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
  .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), rule("controlCharacters"))
  .refine((text) => text.isWellFormed(), rule("unicode"))
  .nullable()
  .meta({
    override: {
      type: ["string", "null"],
      maxLength: descriptionLength,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
    },
  });

// The contents of these strings are checked by WEBHOOK_URL_INVALID and WEBHOOK_EVENTS_INVALID, not by VALIDATION_ERROR.
const shape = {
  url: z.string().meta({
    description:
      "An absolute https URL on a publicly reachable host. Anything else returns WEBHOOK_URL_INVALID.",
    override: { maxLength: 2048 },
    examples: ["https://hooks.example.com/leave"],
  }),
  events: z.array(z.string()).meta({
    description:
      "The event types to subscribe to. An empty list or an unknown type returns WEBHOOK_EVENTS_INVALID. The owner's role and the key's scopes must allow each one. You can't subscribe to `webhook.test`.",
    override: { minItems: 1, items: { type: "string", enum: [...eventTypes] } },
    examples: [["leave.approved", "leave.cancelled"]],
  }),
};

export const WebhookCreate = z
  .strictObject({ ...shape, description: Description.optional() })
  .meta({ id: "WebhookCreate" });
export type WebhookCreate = z.output<typeof WebhookCreate>;

export const WebhookPatch = patchOf(z.strictObject({ ...shape, description: Description })).meta({
  id: "WebhookPatch",
});
export type WebhookPatch = z.output<typeof WebhookPatch>;

export const HookCreate = z.strictObject({ targetUrl: z.string(), event: z.string() });
export type HookCreate = z.output<typeof HookCreate>;

export const maximumOverlapSeconds = 604_800;
export const defaultOverlapSeconds = 86_400;

export const SecretRotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(maximumOverlapSeconds).default(defaultOverlapSeconds).meta({
      description: "How long the previous secret keeps working. 0 ends it right away.",
    }),
  })
  .default({ overlapSeconds: defaultOverlapSeconds })
  .meta({ id: "SecretRotation" });
export type SecretRotation = z.output<typeof SecretRotation>;

const instantText = timestampText('Must be "all", "none" or a timestamp such as 2026-11-20T20:00:00Z.');

export const WebhookResume = z
  .strictObject({
    replay: z
      .union([z.enum(["all", "none"]), instantText], {
        error: 'Must be "all", "none" or a timestamp such as 2026-11-20T20:00:00Z.',
      })
      .default("all")
      .meta({
        override: {
          type: "string",
          description: "Which held events to send: all, none, or those since a timestamp.",
          default: "all",
          examples: ["all", "none", "2026-11-20T20:00:00.000Z"],
        },
      }),
  })
  .default({ replay: "all" })
  .meta({ id: "WebhookResume" });
export type WebhookResume = z.output<typeof WebhookResume>;

export const WebhookQuery = z.object({ limit: limitParam(25, 100), nextToken: nextTokenParam });

const deliveredTypes = [...eventTypes, testEvent] as const;

const LastDelivery = z
  .object({
    id: wireId("delivery"),
    eventType: z.enum(deliveredTypes),
    status: z.enum(deliveryStatuses),
    httpStatus: z.int().nullable(),
    attempts: z.int(),
    attemptedAt: wireInstant.nullable(),
    nextAttemptAt: wireInstant.nullable(),
    durationMs: z.int().nullable(),
    error: z.enum(deliveryErrors).nullable(),
  })
  .meta({ id: "LastDelivery" });

export const WebhookItem = z
  .object({
    webhookId: wireId("webhook"),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.enum(eventTypes)),
    status: z.enum(webhookStatuses),
    pausedReason: z.enum(webhookPausedReasons).nullable(),
    pausedAt: wireInstant.nullable(),
    revokedAt: wireInstant.nullable(),
    revocationReason: z.enum(webhookRevocationReasons).nullable(),
    ownerId: wireId("user"),
    secretPrefix: z.string().meta({ examples: ["whsec_b4Xk2w"] }),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "WebhookItem" });

export const EventQuery = z
  .object({
    after: z
      .string()
      .regex(
        /^msg_[0-9A-HJKMNP-TV-Z]{26}$/,
        "Must be the ID of an event, such as msg_01K5ZC3V1E8Q2W4R6T8Y0A9B7D.",
      )
      .optional()
      .meta({
        description:
          "The last event you have. Only events after it are returned. Don't combine it with `since`.",
        examples: ["msg_01K5ZC3V1E8Q2W4R6T8Y0A9B7D"],
      }),
    since: timestampText("Must be a timestamp such as 2026-11-20T20:00:00Z.")
      .optional()
      .meta({
        description:
          "Only events with this `timestamp` or a later one. Defaults to 30 days ago. Don't combine it with `after`.",
        // No example: samples would combine it with that of `after`.
        override: { type: "string", format: "date-time" },
      }),
    types: listParam(z.enum(eventTypes))
      .optional()
      .meta({
        description: "Comma-separated event types. Defaults to all that the key's scopes allow.",
        override: {
          type: "string",
          pattern: listPattern(eventTypes.map((type) => type.replace(".", "\\."))),
          examples: ["leave.approved,user.updated"],
        },
      }),
    limit: limitParam(100, 300),
    nextToken: nextTokenParam,
  })
  .refine(({ after, since }) => after === undefined || since === undefined, {
    path: ["since"],
    message: "Must not be combined with after.",
  });
export type EventQuery = z.output<typeof EventQuery>;

/** An employee as events describe them. */
const EventPerson = User.omit({ updatedAt: true }).meta({ id: "EventPerson" });

/** A leave as webhooks of the key's owner receive it: without free text (decision 8). */
const EventLeave = Leave.omit({ durationHours: true, reason: true, statusReason: true, updatedAt: true })
  .extend({
    user: EventPerson.nullable(),
    approver: EventPerson.nullable().meta({
      description: "Null if there's no approver or the key can't see them.",
    }),
    leaveType: LeaveType.nullable().meta({ description: "Null if `leaveTypeId` is null." }),
    previousStatus: z.enum(leaveStatuses).nullable().meta({ description: "Null for a new leave." }),
  })
  .meta({ id: "EventLeave" });
const EventUser = EventPerson.extend({
  previousStatus: z.enum(userStatuses).nullable().meta({ description: "Null for a new user." }),
}).meta({ id: "EventUser" });

/** An event, as a webhook receives it. */
export const Event = z
  .object({
    id: z.string().meta({
      description: "The `webhook-id`: the same for every webhook.",
      examples: ["msg_01K5ZC3V1E8Q2W4R6T8Y0A9B7D"],
    }),
    type: z.enum(eventTypes),
    timestamp: wireInstant.meta({ description: "When it happened." }),
    data: z.union([EventLeave, EventUser]),
  })
  .meta({ id: "Event" });

export const Webhook = WebhookItem.extend({ lastDelivery: LastDelivery.nullable() }).meta({ id: "Webhook" });

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: "`whsec_` followed by base64. Only returned here.",
    examples: ["whsec_b4Xk2wq0m5Z8yT1nJc7vRr3pL6sD9fGhKjQeWuAiXoE="],
  }),
}).meta({ id: "WebhookWithSecret" });

export const Delivery = LastDelivery.extend({
  webhookId: wireId("webhook"),
  messageId: z
    .string()
    .meta({ description: "The `webhook-id`. Stays the same for retries and redeliveries." }),
  redeliveryOf: wireId("delivery").nullable(),
  createdAt: wireInstant,
  completedAt: wireInstant.nullable(),
}).meta({ id: "Delivery" });

const headers = z.record(z.string(), z.string());

const DeliveryAttempt = z
  .object({
    number: z.int(),
    attemptedAt: wireInstant,
    durationMs: z.int(),
    url: z.string(),
    requestHeaders: headers,
    httpStatus: z.int().nullable(),
    error: z.enum(deliveryErrors).nullable(),
    message: z.string().nullable().meta({ description: "A description of the error." }),
    responseHeaders: headers.nullable(),
    responseBody: z.string().nullable().meta({ description: "At most 16 KiB." }),
  })
  .meta({ id: "DeliveryAttempt" });

export const DeliveryDetail = Delivery.extend({
  requestBody: z.string().nullable().meta({ description: "The exact JSON that's signed and sent." }),
  attemptLog: z.array(DeliveryAttempt),
}).meta({ id: "DeliveryDetail" });

// Requests of the pages.

export const WebhookRef = z.strictObject({ id: idOf("webhook") });
export const WebhookUpdate = z.strictObject({ id: idOf("webhook"), patch: WebhookPatch });
export const WebhookResumeForm = z.strictObject({
  id: idOf("webhook"),
  replay: z.union([z.enum(["all", "none"]), z.date()]).default("all"),
});
export const WebhookRotate = z.strictObject({
  id: idOf("webhook"),
  overlapSeconds: z.int().min(0).max(maximumOverlapSeconds).default(defaultOverlapSeconds),
});

/** Classes of responses; `none` is an attempt without one. */
const responseClasses = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
export type ResponseClass = (typeof responseClasses)[number];

/** A pasted id: of a delivery, a leave, an employee, or a `webhook-id`. Anything else finds nothing. */
const DeliverySearch = z
  .string()
  .trim()
  .max(100)
  .transform((text) => {
    if (/^msg_[0-9A-HJKMNP-TV-Z]{26}$/i.test(text))
      return { messageId: `msg_${text.slice(4).toUpperCase()}` };
    const uuid = /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i.exec(text)?.[1];
    return uuid ? { uuid: uuid.toLowerCase() } : {};
  });

/** Cursor of the delivery log: the last row's attempt time and its id. */
const DeliveryCursor = z.string().transform((text, context) => {
  const [key = "", id = ""] = text.split("_");
  const at = z.iso.datetime().safeParse(key);
  const found = idOf("delivery").safeParse(id);
  if (at.success && found.success) return { key: at.data, id: found.data };
  context.addIssue({ code: "custom", message: "Must be the nextCursor from the previous page." });
  return z.NEVER;
});

export const DeliveryList = z.strictObject({
  webhookId: idOf("webhook"),
  statuses: z.array(z.enum(deliveryStatuses)).max(10).optional(),
  eventTypes: z.array(z.enum(deliveredTypes)).max(20).optional(),
  responseClass: z.enum(responseClasses).optional(),
  from: z.date().optional(),
  to: z.date().optional(),
  search: DeliverySearch.optional(),
  /** Only these, to refresh their state. */
  ids: z.array(idOf("delivery")).min(1).max(100).optional(),
  limit: z.int().min(1).max(100).default(25),
  cursor: DeliveryCursor.nullish(),
});

export const DeliveryId = z.strictObject({ id: idOf("delivery") });
export const DeliveryRef = z.strictObject({ webhookId: idOf("webhook"), id: idOf("delivery") });
export const RedeliverMany = z.strictObject({
  webhookId: idOf("webhook"),
  ids: z.array(idOf("delivery")).min(1).max(500),
});

const range = { webhookId: idOf("webhook"), since: z.date(), until: z.date() };
export const FailedRange = z.strictObject(range);
export const RecoverFailed = z.strictObject({ ...range, after: idOf("delivery").nullable() });

/** `current`: not revoked. `failing`: active, and the last delivery failed. */
const listStatuses = ["current", "active", "failing", "paused", "revoked"] as const;
export type WebhookListStatus = (typeof listStatuses)[number];

/** The list of webhooks on its page. */
export const WebhookSearch = z.strictObject({
  ...listInput,
  status: z.enum(listStatuses).default("current"),
});
export type WebhookFilter = FilterOf<typeof WebhookSearch>;
