import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { factorAudiences } from "@/drizzle/schema/values";
import { pageInput } from "@/server/kernel/list-input";
import { idOf } from "@/server/kernel/schema";

export const PolicyChange = z.strictObject({ connectionsOnly: z.boolean() });
export const EmergencyAccessChange = z.strictObject({ userId: idOf("user"), has: z.boolean() });

export const FactorPolicyChange = z.strictObject({
  audience: z.enum(factorAudiences),
  graceDays: z.int().min(0).max(limits.factorGraceDays),
});

export const WithoutFactorPage = z.strictObject({ ...pageInput, limit: pageInput.limit.default(20) });
