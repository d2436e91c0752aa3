"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ReactNode } from "react";
import { calls } from "@/app/_trpc/calls";
import { useSession } from "@/app/_trpc/client";
import { leaveWhenSignedOut } from "@/app/_trpc/leave-when-signed-out";
import { makeQueryClient } from "@/app/_trpc/query-client";
import type { AppRouter } from "@/server/api/trpc";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Typed options for queries and mutations: `useSuspenseQuery(useTRPC().sessions.list.queryOptions())`. */
export { useTRPC };

let inBrowser: { session: string; client: QueryClient } | undefined;

/**
 * One cache per tab and session, kept when React discards a first, suspended render, and from page to page; a new one for each server
 * render. The next user who signs in in the same tab must not find the previous user's data.
 */
function queryClient(session: string): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  if (inBrowser?.session !== session) inBrowser = { session, client: leaveWhenSignedOut(makeQueryClient()) };
  return inBrowser.client;
}

/** Around components that use `useTRPC`: not around every page, as it weighs a fifth of the pages that users open every day. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const cache = queryClient(useSession());
  return (
    <QueryClientProvider client={cache}>
      <TRPCProvider trpcClient={calls} queryClient={cache}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
