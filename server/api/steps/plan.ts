import { ApiError } from "@/server/kernel/errors";
import { ctxOf, endpointOf, type V2Step } from "../exchange";

/** The workspace's plan: its own code for scheduled reports, then the add-on itself (decision 4.3). */
export const plan: V2Step = (x, next) => {
  if (endpointOf(x).scope === "public") return next();
  if (endpointOf(x).plan === "COMPLETE" && ctxOf(x).actor.plan !== "COMPLETE")
    throw new ApiError("SCHEDULED_REPORTS_NOT_AVAILABLE");
  if (!x.admission?.addOn)
    throw new ApiError("FORBIDDEN", {
      description: "The Open API add-on isn't turned on in this workspace.",
      resolution: "Ask an administrator to turn it on. It needs the Core or Complete plan.",
    });
  return next();
};
