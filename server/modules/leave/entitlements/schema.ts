import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { wireAdjustmentKinds } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import {
  dateText,
  idOf,
  limitParam,
  nextTokenParam,
  otherFaults,
  plainText,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { importBody } from "@/server/modules/workspace/imports/schema";

/** More than anyone gets in a year. */
const maxDays = 1000;
const hasThousandths = (days: number): boolean => Number.isInteger(Math.round(days * 1e6) / 1000);
const dayCount = z.number().refine(hasThousandths, rule("decimals"));

const effectiveDate = dateText.refine(
  (date) => date >= "1900-01-01" && date < "2200-01-01",
  rule("within", { from: 1900, to: 2199 }),
);
export const adjustmentNote = plainText(limits.adjustmentNote)
  .refine((text) => text.trim() !== "", rule("empty"))
  .meta({ description: "Why. The user and those who manage them can read it." });
const leaveTypeId = idOf("leaveType");

/** A number of working days in a year. */
export const yearlyDays = dayCount.min(0).max(maxDays);
/** Working days, below zero for days that are owed. */
export const signedDays = dayCount.min(-maxDays).max(maxDays);
const openingDays = signedDays.meta({ description: "Working days. Below zero for days that are owed." });
const adjustedDays = signedDays
  .refine((days) => days !== 0, rule("zero"))
  .meta({ description: "Working days. Below zero takes days away.", override: { not: { const: 0 } } });
const countsFrom = effectiveDate.meta({ description: "The day from which it counts." });

const given = <K extends "OPENING" | "ADJUSTMENT">(kind: K, days: z.ZodNumber) =>
  z.strictObject({
    kind: z.literal(kind),
    leaveTypeId,
    days,
    effectiveDate: countsFrom,
    note: adjustmentNote,
  });
const opening = given("OPENING", openingDays).meta({
  id: "OpeningCreate",
  description:
    "Days brought along, such as from the system used before, in place of what would be carried over into that accounting year. 0 if there are none.",
});
const adjustment = given("ADJUSTMENT", adjustedDays).meta({
  id: "AdjustmentCreate",
  description: "Days given or taken away.",
});

const correctedDay = (description: string) => dateText.meta({ description });
const correction = given("ADJUSTMENT", adjustedDays)
  .extend({
    kind: z.literal("CORRECTION"),
    effectiveDate: effectiveDate.meta({ description: "The open day from which it counts." }),
    correctsFrom: correctedDay("The first of the closed days that it corrects."),
    correctsTo: correctedDay("The last of them."),
  })
  .meta({
    id: "CorrectionCreate",
    description:
      "Days of closed days that were counted wrongly, given or taken away in the open period. It counts as an adjustment.",
  });

const quota = z
  .strictObject({
    kind: z.literal("QUOTA"),
    leaveTypeId,
    days: yearlyDays.meta({
      description: "Working days for a whole accounting year, in place of the policy's yearly quota.",
    }),
    effectiveDate: effectiveDate.meta({
      description: "A day in the first accounting year for which it counts.",
    }),
    note: adjustmentNote,
  })
  .meta({ id: "QuotaCreate", description: "The user's own yearly quota, from an accounting year on." });

const reversal = z
  .strictObject({
    kind: z.literal("REVERSAL"),
    reverses: idOf("adjustment").meta({ description: "Each adjustment can be reversed once." }),
    note: adjustmentNote,
  })
  .meta({ id: "ReversalCreate", description: "Takes back an adjustment, as if it had never been made." });

const carryExpiry = z
  .strictObject({
    kind: z.literal("CARRY_EXPIRY"),
    leaveTypeId,
    effectiveDate: effectiveDate.meta({
      description: "A day in the accounting year into which the days are carried.",
    }),
    expiresOn: effectiveDate.nullable().meta({
      description: "The last day to use them, later than without this. Null if they never expire.",
    }),
    note: adjustmentNote,
  })
  .meta({
    id: "CarryExpiryCreate",
    description:
      "The user's own expiry of the days carried into an accounting year, such as after parental leave. It gives no days.",
  });

const fields = [...Object.keys(correction.shape), "expiresOn", "reverses"];

export const BalanceAdjustmentCreate = z
  .discriminatedUnion("kind", [opening, adjustment, correction, quota, carryExpiry, reversal])
  .superRefine(
    ...otherFaults({ field: "kind", values: wireAdjustmentKinds }, { note: adjustmentNote }, fields),
  )
  .meta({ id: "BalanceAdjustmentCreate" });
export type BalanceAdjustmentCreate = z.output<typeof BalanceAdjustmentCreate>;

/** An opening balance in an import: the person by email address, ID or employee ID, the leave type by name or ID. */
export const OpeningImportRow = z.strictObject({
  user: plainText(254),
  leaveType: plainText(100),
  days: openingDays,
  effectiveDate: countsFrom,
  note: adjustmentNote,
});
export type OpeningImportRow = z.output<typeof OpeningImportRow>;

export const OpeningImport = importBody(
  "OpeningImport",
  "user (email address, ID or employee ID), leaveType (name or ID), days, effectiveDate, note.",
);

/** The remaining days today, as a page sends them. */
export const DaysLeftInput = z.strictObject({
  left: z
    .array(z.strictObject({ userId: idOf("user"), leaveTypeId, days: signedDays }))
    .min(1)
    .max(2000),
  note: adjustmentNote,
});
export type DaysLeftInput = z.output<typeof DaysLeftInput>;

export const BalanceAdjustmentQuery = z.object({
  limit: limitParam(100, 100),
  nextToken: nextTokenParam,
});

/** An adjustment whose effect a page asks for. */
export const AdjustmentPreview = z.strictObject({
  userId: idOf("user"),
  adjustment: BalanceAdjustmentCreate,
});

/** A new adjustment as a page sends it. */
export const AdjustmentSubmission = z.strictObject({
  attempt: attemptText,
  userId: idOf("user"),
  adjustment: BalanceAdjustmentCreate,
});

export const BalanceAdjustment = z
  .object({
    id: wireId("adjustment"),
    userId: wireId("user"),
    leaveTypeId: wireId("leaveType"),
    kind: z.enum(wireAdjustmentKinds),
    days: z.number().nullable().meta({ description: "Null for a CARRY_EXPIRY and a REVERSAL." }),
    effectiveDate: wireDate.meta({
      description:
        "For a QUOTA and a CARRY_EXPIRY the first day of the accounting year. For a REVERSAL that of what it reverses.",
    }),
    correctsFrom: wireDate.nullable().meta({
      description: "Of a CORRECTION the first of the closed days that it corrects, else null.",
    }),
    correctsTo: wireDate.nullable().meta({ description: "The last of them." }),
    expiresOn: wireDate.nullable().meta({
      description:
        "Of a CARRY_EXPIRY the last day to use the days carried into that year; null if they never expire. Else null.",
    }),
    note: z.string().nullable().meta({
      description: "Null unless the key's owner is this user or manages them.",
    }),
    reverses: wireId("adjustment").nullable(),
    reversedBy: wireId("adjustment").nullable().meta({ description: "Null as long as it counts." }),
    createdById: wireId("user").nullable(),
    createdAt: wireInstant,
  })
  .meta({ id: "BalanceAdjustment" });
