"use client";

import { useEffect, useRef, useState } from "react";
import type { ListPage } from "@/app/_kit/list/use-older";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import type { Asked } from "@/app/(app)/dashboard/(team)/approvals/address";
import type { Place, Request } from "@/app/(app)/dashboard/(team)/approvals/request";

export type RequestPage = ListPage<Request, Place>;

/** A page of the queue, and the question that it answers. */
export type FirstPage = { asked: Asked; found: RequestPage };

/**
 * The pending requests loaded so far.
 * @param first the page that came with the document
 * @param question the filter and the order in the address
 * @param wanted a request to find, page after page
 */
export function useRequests(first: FirstPage, question: Asked, wanted: string | null) {
  const calls = useTRPCClient();
  const answer = useAnswer(question, (asked) => calls.approvals.toDecide.query(asked), { first });
  const { asked: shown, found } = answer.shown ?? first;
  const ask = (after: Place | null) => calls.approvals.toDecide.query({ ...shown, after });
  const [{ items: requests, next, of }, setList] = useState({ ...found, of: found });
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const asked = useRef(0);
  const current = useRef(found);
  useEffect(() => {
    current.current = found;
  });
  if (of !== found) {
    setList({ ...found, of: found });
    setLoading(false);
    setError(null);
  }

  const load = async () => {
    if (next === null || loading) return;
    setLoading(true);
    try {
      const page = await ask(next);
      if (current.current !== found) return;
      setList((before) => ({ ...joined(before, page), of: before.of }));
      setError(null);
    } catch (thrown) {
      if (current.current === found) setError(thrown);
    } finally {
      if (current.current === found) setLoading(false);
    }
  };
  /** Reloads as many requests as are loaded. Keeps the list on failure. */
  const reload = async () => {
    asked.current += 1;
    const own = asked.current;
    try {
      const fresh = await firstPages(requests.length, ask);
      if (own === asked.current && current.current === found) setList({ ...fresh, of: found });
    } catch {
      // The next decision retries.
    }
  };
  const isSought = wanted !== null && next !== null && !requests.some(({ id }) => id === wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads page after page until the request is found or no page is left
  useEffect(() => {
    if (isSought && !error) void load();
  }, [isSought, next]);
  return {
    requests,
    reload: () => void reload(),
    isSought,
    /** Of another filter or order, which is on its way. */
    answer,
    older: { hasOlder: next !== null, loading, error, load: () => void load() },
  };
}

type Ask = (after: Place | null) => Promise<RequestPage>;

/** A request that moved meanwhile takes its new position. */
function joined(before: RequestPage, { items, next }: RequestPage): RequestPage {
  const known = new Set(items.map(({ id }) => id));
  return { items: [...before.items.filter(({ id }) => !known.has(id)), ...items], next };
}

/** Loads pages from the first on until they contain `count` requests. */
async function firstPages(count: number, ask: Ask): Promise<RequestPage> {
  let found = await ask(null);
  while (found.next !== null && found.items.length < count) found = joined(found, await ask(found.next));
  return found;
}

/** Maximum ids per call. */
const maxAtOnce = 50;

/** Loads the contexts of the request and its neighbours in the queue, in one call. */
export function useContexts(requests: readonly Request[], opened: string | null) {
  const at = Math.max(
    0,
    requests.findIndex(({ id }) => id === opened),
  );
  const start = at - (at % maxAtOnce);
  const ids = requests.slice(start, start + maxAtOnce).map(({ id }) => id);
  return useAnswer(ids.length > 0 ? { ids } : null, useTRPCClient().approvals.context.query, {
    pauseMs: 0,
    refreshes: true,
  });
}
