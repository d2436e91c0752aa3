import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

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
