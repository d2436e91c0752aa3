"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import { leaveWhenSignedOut } from "@/app/_trpc/leave-when-signed-out";
import { makeQueryClient } from "@/app/_trpc/query-client";
import type { AppRouter } from "@/server/api/trpc";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Typed options for queries and mutations: `useSuspenseQuery(useTRPC().sessions.list.queryOptions())`. */
export { useTRPC, useTRPCClient };

let inBrowser: { session: string; client: QueryClient } | undefined;

/**
 * One cache for a tab and session, kept when React throws away a first, suspended rendering; a new one for each rendering on the
 * server. Whoever signs in next in the same tab must not find what the last person saw.
 */
function queryClient(session: string): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  if (inBrowser?.session !== session) inBrowser = { session, client: leaveWhenSignedOut(makeQueryClient()) };
  return inBrowser.client;
}

const makeClient = () =>
  createTRPCClient<AppRouter>({
    // Relative: a query that no page prefetched must fail on the server, where it would run without the person's cookies.
    links: [httpBatchStreamLink({ url: "/api/trpc", transformer: superjson, maxItems: 20 })],
  });

/** Around everything that uses `useTRPC`. `session` is the id of the signed-in session. */
export function TrpcProvider({ session, children }: { session: string; children: ReactNode }) {
  const cache = queryClient(session);
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={cache}>
      <TRPCProvider trpcClient={client} queryClient={cache}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
