import { z } from "zod";
import { mappableAttributes } from "@/drizzle/schema/values";
import { idOf, plainText } from "@/server/kernel/schema";

export const ProvisioningRef = z.strictObject({ connectionId: idOf("connection") });
export const ProvisioningTokenRef = z.strictObject({ id: idOf("provisioningToken") });

/** What membership of a group is to mean. */
export const MappingChoice = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("NOTHING") }),
  z.strictObject({ kind: z.literal("DEPARTMENT"), departmentId: idOf("department") }),
  z.strictObject({ kind: z.literal("LABEL"), labelId: idOf("label") }),
  z.strictObject({ kind: z.literal("ADMINISTRATORS") }),
]);
export type MappingChoice = z.output<typeof MappingChoice>;

export const GroupMappingChange = z.strictObject({ groupId: idOf("group"), mapsTo: MappingChoice });

/** Characters of a value, and exceptions of one target. */
const longestValue = 1000;
const maxExceptions = 500;

const attributeRuleOf = <Target extends string, Id extends z.ZodType<string>>(target: Target, id: Id) =>
  z.strictObject({
    connectionId: idOf("connection"),
    target: z.literal(target),
    /** Null for none. */
    attribute: z.enum(mappableAttributes).nullable(),
    /** What values mean that are not the name of what they mean. */
    values: z
      .array(z.strictObject({ value: plainText(longestValue), id }))
      .max(maxExceptions)
      .default([]),
  });

/** Which attribute decides a target, and what its values mean. */
export const AttributeMappingChange = z.discriminatedUnion("target", [
  attributeRuleOf("LOCATION", idOf("location")),
  attributeRuleOf("DEPARTMENT", idOf("department")),
  attributeRuleOf("LABEL", idOf("label")),
]);
export type AttributeMappingChange = z.output<typeof AttributeMappingChange>;
