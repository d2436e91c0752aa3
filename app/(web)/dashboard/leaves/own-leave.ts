import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

export type OwnLeave = inferRouterOutputs<AppRouter>["leaves"]["mine"][number];
