import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Outputs = inferRouterOutputs<AppRouter>["leaves"];

export type OwnLeave = Outputs["page"]["items"][number];
/** One leave in full: the user's own, or that of an employee within reach. */
export type LeaveDetails = Outputs["get"];
