"use client";

import { useQuery } from "@tanstack/react-query";
import { useOlder } from "@/app/_kit/list/use-older";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { LogQuery } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";

const liveEveryMs = 2000;
const pageSize = 50;
const livePage = 100;

/** The server's page, with the cursor of the next one. */
const logPage = ({ items, hasMore }: { items: RequestLineView[]; hasMore: boolean }) => ({
  items,
  next: (hasMore && items.at(-1)?.requestId) || null,
});

/** The shown lines, and paging to older ones. */
export function useLogLines(initial: Parameters<typeof logPage>[0], query: LogQuery) {
  const client = useTRPCClient();
  return useOlder(logPage(initial), async (before: string) =>
    logPage(await client.requestLog.list.query({ ...query, limit: pageSize, before })),
  );
}

/** In live mode: the entries newer than the newest shown. */
export function useNewer(query: LogQuery, newest: string | undefined, live: boolean) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.requestLog.list.queryOptions(
      { ...query, limit: livePage, after: newest },
      { enabled: live, refetchInterval: liveEveryMs, staleTime: 0 },
    ),
  );
  return live && data ? data : { items: [], hasMore: false };
}
