import type { Plan } from "@/drizzle/schema/values";
import type { Actor } from "./actor";

/** The actor of due work that the service itself carries out in one workspace. */
export const jobActor = (workspaceId: string, plan: Plan): Actor => ({
  workspaceId,
  userId: null,
  role: "ADMIN",
  locationIds: [],
  departmentIds: [],
  plan,
  via: { type: "operator" },
});
