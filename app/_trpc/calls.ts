import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "@/server/api/trpc";

/** The client behind `useTRPCClient` and `useTRPC`. */
export const calls = createTRPCClient<AppRouter>({
  // Relative: a query that no page prefetched must fail on the server, where it would run without the user's cookies.
  links: [httpBatchStreamLink({ url: "/api/trpc", transformer: superjson, maxItems: 10 })],
});
