"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/queries";
import type { PendingView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

const polledMs = 1_500;

/** API writes in progress, polled while there are any. */
export function usePending(first?: PendingView[]): PendingView[] {
  const { data } = useQuery(
    useTRPC().notifications.pending.queryOptions(undefined, {
      ...(first && { initialData: first }),
      refetchInterval: ({ state }) => (state.data?.length ? polledMs : false),
    }),
  );
  return data ?? [];
}
