import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { creditSources, creditStatuses, leaveUnits } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import {
  dateText,
  type IdKind,
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  patchOf,
  plainText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

/** More than anyone gets in a year. */
const maxDays = 1000;
const hasThousandths = (days: number): boolean => Number.isInteger(Math.round(days * 1e6) / 1000);
const dayOfCredit = dateText.refine(
  (date) => date >= "1900-01-01" && date < "2200-01-01",
  rule("within", { from: 1900, to: 2199 }),
);
const reason = plainText(limits.adjustmentNote);

export const CreditCreate = z
  .strictObject({
    userId: idOf("user").optional().meta({ description: "Defaults to the acting user." }),
    leaveTypeId: idOf("leaveType").meta({ description: "One that's available at the user's location." }),
    amount: z
      .number()
      .gt(0)
      .max(maxDays)
      .refine(hasThousandths, rule("decimals"))
      .meta({ description: "In `unit`." }),
    unit: z.enum(leaveUnits).optional().meta({
      description:
        "Defaults to `DAYS`: working days. `HOURS` are counted by the user's working day on `earnedOn`, or their average one if they don't work then.",
    }),
    earnedOn: dayOfCredit.meta({ description: "The first day to use it." }),
    expiresOn: dayOfCredit.nullable().optional().meta({
      description:
        "The last day to use it. Null if it never expires. Defaults to what the policy's `creditValidDays` says, and people who ask for themselves can't set it.",
    }),
    source: z.enum(creditSources).optional().meta({ description: "Defaults to `TIME_IN_LIEU`." }),
    reason: reason.meta({ description: "Why. The user and those who manage them can read it." }),
  })
  .meta({ id: "CreditCreate" });
export type CreditCreate = z.output<typeof CreditCreate>;

export const CreditDecision = z
  .strictObject({ reason: reason.optional() })
  .optional()
  .meta({ id: "CreditDecision" });
export type CreditDecision = z.output<typeof CreditDecision>;

export const CreditPatch = patchOf(
  z.strictObject({
    expiresOn: dayOfCredit.nullable().meta({
      description: "The last day to use it, today or later. Null if it never expires.",
    }),
  }),
).meta({ id: "CreditPatch" });
export type CreditPatch = z.output<typeof CreditPatch>;

const idsParam = (kind: IdKind) =>
  listParam(idOf(kind))
    .default([])
    .meta({ description: "Comma-separated IDs.", override: { type: "string", minLength: 1 } });

export const CreditsQuery = z.object({
  userIds: idsParam("user"),
  status: listParam(z.enum(creditStatuses))
    .optional()
    .meta({
      description: `Comma-separated: ${creditStatuses.join(", ")}. Defaults to all.`,
      override: { type: "string", pattern: listPattern(creditStatuses) },
    }),
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

export const Credit = z
  .object({
    id: wireId("credit"),
    userId: wireId("user"),
    leaveTypeId: wireId("leaveType").nullable().meta({
      description: "Null if the leave type is private, unless the key's owner is this user or manages them.",
    }),
    days: z.number(),
    earnedOn: wireDate,
    expiresOn: wireDate.nullable().meta({ description: "The last day to use it. Null if it never expires." }),
    source: z.enum(creditSources),
    status: z.enum(creditStatuses).meta({
      description: "`OPEN` waits for a decision. Only `APPROVED` credits are part of a balance.",
    }),
    reason: z.string().nullable().meta({
      description: "Null unless the key's owner is this user or manages them.",
    }),
    decisionReason: z.string().nullable().meta({
      description:
        "Why it was denied or cancelled. Null unless the key's owner is this user or manages them.",
    }),
    createdById: wireId("user").nullable(),
    decidedById: wireId("user").nullable().meta({ description: "Who approved, denied or cancelled it." }),
    decidedAt: wireInstant.nullable(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "Credit" });

const version = z.int().min(0);

/** A new credit as a page sends it. */
export const CreditSubmission = z.strictObject({ attempt: attemptText, credit: CreditCreate });

/** Another expiry of a credit as a page sends it: the version that was seen. */
export const CreditChange = z.strictObject({
  attempt: attemptText,
  id: idOf("credit"),
  version,
  patch: CreditPatch,
});

/** A decision on a credit as a page sends it: the version that was seen. */
export const CreditAnswer = z.strictObject({
  attempt: attemptText,
  id: idOf("credit"),
  version,
  action: z.enum(["approve", "deny", "cancel"]),
  reason: reason.optional(),
});
