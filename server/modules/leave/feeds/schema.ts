import { z } from "zod";
import { feedKinds } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import { idOf } from "@/server/kernel/schema";

export const FeedCreate = z
  .strictObject({ kind: z.enum(feedKinds), locationId: idOf("location").nullable().default(null) })
  .refine(({ kind, locationId }) => (kind === "HOLIDAYS") === (locationId !== null), {
    path: ["locationId"],
    ...rule("holidaysLocation"),
  });
export type FeedCreate = z.output<typeof FeedCreate>;

export const FeedRef = z.strictObject({ id: idOf("feed") });
