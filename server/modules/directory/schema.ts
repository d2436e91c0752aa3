import { z } from "zod";
import { limitParam, wireId, wireInstant } from "@/server/kernel/schema";

/** `limit` is validated and has no effect: departments come in one response (decision 5). */
export const DepartmentQuery = z.object({ limit: limitParam(1000) });

export const Department = z
  .object({
    id: wireId("department"),
    name: z.string(),
    isDefault: z.boolean(),
    createdAt: wireInstant,
  })
  .meta({ id: "Department" });

export const DepartmentApprover = z
  .object({ userId: wireId("user"), level: z.union([z.literal(1), z.literal(2)]) })
  .meta({ id: "DepartmentApprover" });

export const DepartmentDetail = Department.extend({
  parentId: wireId("department").nullable(),
  approvers: z.array(DepartmentApprover),
}).meta({ id: "DepartmentDetail" });
