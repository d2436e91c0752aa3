import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "@/server/api/trpc";

/** Stands behind `useTRPCClient` and `useTRPC`; by itself it is not imported, but loaded when something is called. */
export const calls = createTRPCClient<AppRouter>({
  // Relative: a query that no page prefetched must fail on the server, where it would run without the person's cookies.
  links: [httpBatchStreamLink({ url: "/api/trpc", transformer: superjson, maxItems: 10 })],
});
