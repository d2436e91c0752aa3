import type { Plan } from "@/drizzle/schema/values";
import type { Actor } from "./actor";

/** Who acts when nobody does: due work of the service itself, in one workspace. */
export const jobActor = (workspaceId: string, plan: Plan): Actor => ({
  workspaceId,
  userId: null,
  role: "ADMIN",
  locationIds: [],
  departmentIds: [],
  plan,
  via: { type: "operator" },
});
