import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Outputs = inferRouterOutputs<AppRouter>["leaves"];

export type OwnLeave = Outputs["mine"][number];
/** One leave with all that its page says; one's own, or of somebody within reach. */
export type LeaveDetails = Outputs["get"];
