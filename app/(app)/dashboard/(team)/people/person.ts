import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

/** One person, as far as the visitor may see them. */
export type PersonDetails = inferRouterOutputs<AppRouter>["people"]["person"];
