"use client";

import { useQuery } from "@tanstack/react-query";
import { useOlder } from "@/app/_resource/use-older";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { LogQuery } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import type { RequestLineView } from "@/server/modules/request-log/present";

const liveEveryMs = 2000;
const pageSize = 50;
const livePage = 100;

/** What the server said, and where the page after it begins. */
const logPage = ({ items, hasMore }: { items: RequestLineView[]; hasMore: boolean }) => ({
  items,
  next: (hasMore && items.at(-1)?.requestId) || null,
});

/** The lines that are shown, and those behind them. */
export function useLogLines(initial: Parameters<typeof logPage>[0], query: LogQuery) {
  const client = useTRPCClient();
  return useOlder(logPage(initial), async (before: string) =>
    logPage(await client.requestLog.list.query({ ...query, limit: pageSize, before })),
  );
}

/** While live: what came after the newest that is shown. */
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
