import "server-only";
import { dehydrate, type FetchQueryOptions, HydrationBoundary, type QueryKey } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "@/app/_trpc/query-client";
import { appRouter } from "@/server/api/trpc";
import { newRequestId } from "@/server/kernel/ids";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";
import type { TrpcContext } from "@/server/transport/trpc";

const context = cache(
  (): TrpcContext => ({ services: services(), requestId: newRequestId(), signedIn: currentActor }),
);
const queryClient = cache(makeQueryClient);

/** The id under which errors of this rendering stand in the log. */
export const requestId = (): string => context().requestId;

/** Query options for server components: `prefetch(trpc.sessions.list.queryOptions())`. */
export const trpc = createTRPCOptionsProxy({ ctx: context, router: appRouter, queryClient });

/** Calls procedures directly, for data that stays on the server: `await caller().sessions.list()`. */
export const caller = cache(() => appRouter.createCaller(context()));

/** Starts a query whose result streams to the client component that suspends on it. */
export function prefetch<Q, E, D, K extends QueryKey>(options: FetchQueryOptions<Q, E, D, K>): void {
  void queryClient().prefetchQuery(options);
}

/** Hands what was prefetched to the client components inside. */
export function HydrateClient({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClient())}>{children}</HydrationBoundary>;
}
