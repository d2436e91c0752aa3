import type { RuleKind } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { faultAt } from "@/server/kernel/field-faults";
import { encodeId } from "@/server/kernel/schema";
import { LeaveRuleCreate } from "@/server/modules/leave/rules/schema";
import { writeRule } from "@/server/modules/leave/rules/write-rule";
import { createLeaveTypes } from "./create-leave-types";
import type { LeaveTypeCreate } from "./schema";

/** A rule beside new leave types, which it names by their index. */
export interface NewRule {
  name: string;
  kind: RuleKind;
  parameters: Record<string, unknown>;
  /** The leave types that it judges; empty for all. */
  types: readonly number[];
  /** The leave types that don't count as away. */
  ignoredTypes: readonly number[];
  /** The locations whose people it is for, as on the wire; all when undefined. */
  locationIds?: readonly string[] | undefined;
}

/**
 * Creates leave types with the rules about them, all of them or none. The rules warn.
 * @returns the number of leave types
 * @throws ApiError FORBIDDEN for any caller except an administrator, VALIDATION_ERROR at `types.<index>` or `rules.<index>`
 */
export const createStartingTypes = (
  ctx: Ctx,
  types: readonly LeaveTypeCreate[],
  rules: readonly NewRule[],
): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const made = await createLeaveTypes(tx, types);
    for (const [
      index,
      { types: judged, ignoredTypes, parameters, locationIds = [], ...rule },
    ] of rules.entries()) {
      const idsOf = (places: readonly number[]) =>
        places.flatMap((place) => {
          const id = made[place]?.id;
          return id === undefined ? [] : [encodeId("leaveType", id)];
        });
      const ignored = idsOf(ignoredTypes);
      const { data, error } = LeaveRuleCreate.safeParse({
        ...{ ...rule, effect: "WARN", leaveTypeIds: idsOf(judged), locationIds },
        parameters: { ...parameters, ...(ignored.length > 0 && { ignoredLeaveTypeIds: ignored }) },
      });
      const at = (path: PropertyKey[]) => `rules.${index}.${path.join(".")}`;
      if (error) throw invalid(error.issues.map((issue) => faultAt(at(issue.path), issue)));
      await writeRule(tx, data).catch((refused: unknown) => {
        const fields = refused instanceof ApiError ? refused.more.details?.fields : undefined;
        throw fields ? invalid(fields.map((field) => ({ ...field, path: at([field.path]) }))) : refused;
      });
    }
    return made.length;
  });
