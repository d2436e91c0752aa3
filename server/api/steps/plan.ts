import { ApiError } from "@/server/kernel/errors";
import type { Admitted, Identified } from "../stages";

/** The workspace's plan: its own code for scheduled reports, then the add-on itself (decision 4.3). @throws ApiError */
export function requirePlan({ endpoint, ctx, admission }: Identified & Admitted): void {
  if (endpoint.plan === "COMPLETE" && ctx.actor.plan !== "COMPLETE")
    throw new ApiError("SCHEDULED_REPORTS_NOT_AVAILABLE");
  if (!admission.addOn)
    throw new ApiError("FORBIDDEN", {
      description: "The Open API add-on isn't turned on in this workspace.",
      resolution: "Ask an administrator to turn it on. It needs the Core or Complete plan.",
    });
}
