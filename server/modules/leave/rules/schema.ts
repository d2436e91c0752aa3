import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { ruleEffects, ruleKinds } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { dateText, idOf, nameText, wireDate, wireId, wireInstant } from "@/server/kernel/schema";

const maxTargets = 200;
type Target = "location" | "department" | "label" | "leaveType";
const targets = (kind: Target, description: string) =>
  z
    .array(idOf(kind))
    .max(maxTargets, rule("entryCount", { limit: maxTargets }))
    .meta({ description });
const wireTargets = (kind: Target) => z.array(wireId(kind));

const parametersText = `By kind. NOTICE: \`days\`, \`unit\` (CALENDAR_DAYS or WORKING_DAYS), \`steps\` (\`{ from, days }\`: from so many working days on). BACKDATE, AHEAD: \`days\`. BLACKOUT: \`ranges\` (\`{ from, to, isYearly }\`). MAX_AWAY: \`group\` (DEPARTMENT, LOCATION or LABEL), \`count\` or \`percent\`, \`countsOpen\`, \`ignoredLeaveTypeIds\`. LENGTH: \`least\` and \`most\` working days at a stretch. WAITING: \`days\` or \`months\`. BALANCE_FLOOR: \`days\`. PROOF: \`longerThan\` and \`withinDays\`.`;

const amount = z.number().min(0);

const fields = {
  name: nameText(limits.name),
  kind: z.enum(ruleKinds),
  parameters: z
    .strictObject({
      days: amount,
      months: amount,
      unit: z.enum(["CALENDAR_DAYS", "WORKING_DAYS"]),
      steps: z.array(z.strictObject({ from: amount, days: amount })),
      ranges: z.array(z.strictObject({ from: dateText, to: dateText, isYearly: z.boolean().optional() })),
      group: z.enum(["DEPARTMENT", "LOCATION", "LABEL"]),
      count: amount,
      percent: amount,
      countsOpen: z.boolean(),
      // Read, and decoded, by the schema of the kind.
      ignoredLeaveTypeIds: z.array(z.string()),
      least: amount,
      most: amount,
      longerThan: amount,
      withinDays: amount,
    })
    .partial()
    .meta({ description: parametersText, override: { examples: [{ days: 14 }] } }),
  effect: z.enum(ruleEffects).meta({
    description: "`BLOCK` refuses leave, `WARN` notes it with the leave. A PROOF never blocks.",
  }),
  locationIds: targets("location", "Who it's for. Empty for everyone."),
  departmentIds: targets("department", "With the departments below them. Empty for everyone."),
  labelIds: targets("label", "Empty for everyone."),
  leaveTypeIds: targets("leaveType", "Empty for all."),
  exemptLabelIds: targets("label", "People with one of these labels are exempt."),
  fromDate: dateText.nullable().meta({ description: "The first of the leave's days that it concerns." }),
  toDate: dateText.nullable().meta({ description: "The last of the leave's days that it concerns." }),
  isEnabled: z.boolean(),
};

const rangeRule = {
  path: ["toDate"],
  ...rule("beforeFromDate"),
};
const isInOrder = ({ fromDate, toDate }: { fromDate?: string | null; toDate?: string | null }) =>
  !fromDate || !toDate || fromDate <= toDate;

export const LeaveRuleCreate = z
  .strictObject({
    ...fields,
    locationIds: fields.locationIds.default([]),
    departmentIds: fields.departmentIds.default([]),
    labelIds: fields.labelIds.default([]),
    leaveTypeIds: fields.leaveTypeIds.default([]),
    exemptLabelIds: fields.exemptLabelIds.default([]),
    fromDate: fields.fromDate.default(null),
    toDate: fields.toDate.default(null),
    isEnabled: fields.isEnabled.default(true),
  })
  .refine(isInOrder, rangeRule)
  .meta({ id: "LeaveRuleCreate" });
export type LeaveRuleCreate = z.output<typeof LeaveRuleCreate>;

const { kind: _kind, ...changeable } = fields;

export const LeaveRulePatch = z
  .strictObject(changeable)
  .partial()
  .refine((body) => Object.keys(body).length > 0, rule("fieldNeeded"))
  .refine(isInOrder, rangeRule)
  .meta({
    id: "LeaveRulePatch",
    description: "Fields you don't send keep their value. The kind can't change: create another rule.",
    override: { minProperties: 1 },
  });
export type LeaveRulePatch = z.output<typeof LeaveRulePatch>;

const Facts = z.record(z.string(), z.union([z.number(), z.string()])).meta({
  description:
    "Numbers and dates of the verdict, by kind. `earliest` is the first day on which such leave could begin, of NOTICE, BACKDATE and WAITING.",
  override: { type: "object", additionalProperties: true },
});

const ruleShape = {
  ruleId: wireId("leaveRule"),
  kind: z.enum(ruleKinds),
  name: z.string(),
  effect: z.enum(ruleEffects),
  sentence: z.string().meta({ description: "The rule in English." }),
  days: z.array(wireDate).meta({ description: "The leave's days that break it, up to 366." }),
  facts: Facts,
};

export const BrokenRule = z.object(ruleShape).meta({ id: "BrokenRule" });

export const LeaveRuleMark = z
  .object({
    ...ruleShape,
    overrideReason: z
      .string()
      .nullable()
      .meta({ description: "Why someone went ahead; null for a warning." }),
    overriddenBy: z.object({ id: wireId("user"), name: z.string().nullable() }).nullable(),
    createdAt: wireInstant,
  })
  .meta({ id: "LeaveRuleMark" });

export const LeaveRule = z
  .object({
    id: wireId("leaveRule"),
    name: z.string(),
    kind: fields.kind,
    parameters: z.record(z.string(), z.unknown()).meta({
      description: parametersText,
      override: { type: "object", additionalProperties: true, examples: [{ days: 14 }] },
    }),
    effect: fields.effect,
    sentence: z.string().meta({ description: "The rule in English." }),
    locationIds: wireTargets("location"),
    departmentIds: wireTargets("department"),
    labelIds: wireTargets("label"),
    leaveTypeIds: wireTargets("leaveType"),
    exemptLabelIds: wireTargets("label"),
    fromDate: wireDate.nullable(),
    toDate: wireDate.nullable(),
    isEnabled: z.boolean(),
    version: z.int(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "LeaveRule" });
