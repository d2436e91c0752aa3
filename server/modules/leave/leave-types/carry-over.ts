import { z } from "zod";
import { carryUses } from "@/drizzle/schema/values";
import { expiries, expiryInputs } from "@/server/modules/people/places/schema";

const expiryText =
  "When carried-over days expire, in place of the location's `rolloverExpiry`: `NEVER`, on a day of the year (`DATE`), so many days after the reset, or so many `MONTHS` after the first day of the accounting year that they're carried into, also beyond that year. Null for as at the location.";
const useText =
  "Whether leave uses carried-over days before the days of the year (`FIRST`), or only once it exceeds what the year has given by the day they expire (`LAST`).";

const never = z.literal("NEVER");
const months = z.int().min(1, "Must be from 1 to 60.").max(60, "Must be from 1 to 60.");

/** How a policy carries days over, beside how many. */
export const carryFields = {
  carryExpiry: z
    .discriminatedUnion("type", [
      ...expiries,
      z.object({ type: never }),
      z.object({ type: z.literal("MONTHS"), months: z.int() }),
    ])
    .meta({ id: "CarryExpiry" })
    .nullable()
    .meta({ description: expiryText }),
  carryUse: z.enum(carryUses).meta({ description: useText }),
};

export const carryInputs = {
  carryExpiry: z
    .discriminatedUnion("type", [
      ...expiryInputs,
      z.strictObject({ type: never }),
      z.strictObject({ type: z.literal("MONTHS"), months }),
    ])
    .meta({ id: "CarryExpiryInput" })
    .nullable()
    .optional()
    .meta({ description: `${expiryText} Defaults to null.` }),
  carryUse: z
    .enum(carryUses)
    .optional()
    .meta({ description: `${useText} Defaults to \`FIRST\`.` }),
};
