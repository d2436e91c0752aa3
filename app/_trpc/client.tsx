"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import { leaveWhenSignedOut } from "@/app/_trpc/leave-when-signed-out";
import { makeQueryClient } from "@/app/_trpc/query-client";
import type { AppRouter } from "@/server/api/trpc";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Typed options for queries and mutations: `useSuspenseQuery(useTRPC().sessions.list.queryOptions())`. */
export { useTRPC };

let inBrowser: QueryClient | undefined;

/** One cache for a tab, kept when React throws away a first, suspended rendering; a new one for each rendering on the server. */
function queryClient(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  inBrowser ??= leaveWhenSignedOut(makeQueryClient());
  return inBrowser;
}

const makeClient = () =>
  createTRPCClient<AppRouter>({
    // Relative: a query that no page prefetched must fail on the server, where it would run without the person's cookies.
    links: [httpBatchStreamLink({ url: "/api/trpc", transformer: superjson, maxItems: 20 })],
  });

/** Around everything that uses `useTRPC`. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const cache = queryClient();
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={cache}>
      <TRPCProvider trpcClient={client} queryClient={cache}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
