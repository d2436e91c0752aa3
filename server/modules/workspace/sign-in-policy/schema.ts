import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

export const PolicyChange = z.strictObject({ connectionsOnly: z.boolean() });
export const EmergencyAccessChange = z.strictObject({ userId: idOf("user"), has: z.boolean() });
