"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { LogQuery } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import type { RequestLineView } from "@/server/modules/request-log/present";

const liveEveryMs = 2000;
const pageSize = 50;
const livePage = 100;

/** Pages behind the ones that are shown. */
export function useOlder(
  query: LogQuery,
  lines: readonly RequestLineView[],
  initiallyMore: boolean,
  add: (more: RequestLineView[]) => void,
) {
  const client = useTRPCClient();
  const [hasMore, setHasMore] = useState(initiallyMore);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const load = async () => {
    setLoading(true);
    try {
      const page = await client.requestLog.list.query({
        ...query,
        limit: pageSize,
        before: lines.at(-1)?.requestId,
      });
      add(page.items);
      setHasMore(page.hasMore);
      setError(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setLoading(false);
    }
  };
  return { hasMore, loading, error, load: () => void load() };
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
