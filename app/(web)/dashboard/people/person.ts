import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

/** One person, with what the visitor may know of them. */
export type PersonDetails = inferRouterOutputs<AppRouter>["people"]["person"];
