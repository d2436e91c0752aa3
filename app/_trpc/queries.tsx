"use client";

import { defaultShouldDehydrateQuery, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ReactNode } from "react";
import superjson from "superjson";
import { calls, useSession } from "@/app/_trpc/client";
import { leaveWhenSignedOut } from "@/app/_trpc/leave-when-signed-out";
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

const seconds = 1000;
const retries = 2;

/** A refusal is final; only failures on the way or on our side are worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return failures < retries && (typeof status !== "number" || status >= 500);
}

/** The cache of one browser tab, or of one server render. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30 * seconds, retry: isWorthRetrying },
      dehydrate: {
        serializeData: superjson.serialize,
        // Without pending queries, the browser would load again what the page has only begun to load.
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === "pending",
        // Next itself hides server errors from the browser, and must see its own signals.
        shouldRedactErrors: () => false,
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}
