"use client";

import { useEffect, useRef, useState } from "react";

export type ListPage<Row, Place> = {
  items: Row[];
  /** Where the next page begins; null on the last page. */
  next: Place | null;
};

/**
 * A list that begins with a page from the server, and loads older ones one by one.
 * @param of another one starts anew
 */
export function useOlder<Row, Place>(
  first: ListPage<Row, Place>,
  ask: (after: Place) => Promise<ListPage<Row, Place>>,
  of?: unknown,
) {
  const [{ items, next, ...page }, setPage] = useState({ ...first, of });
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (page.of !== of) {
    setPage({ ...first, of });
    setLoading(false);
    setError(null);
  }
  const current = useRef(of);
  useEffect(() => {
    current.current = of;
  });
  const load = async () => {
    if (next === null) return;
    setLoading(true);
    try {
      const more = await ask(next);
      if (current.current !== of) return;
      setPage((before) => ({ ...before, items: [...before.items, ...more.items], next: more.next }));
      setError(null);
      setLoading(false);
    } catch (thrown) {
      if (current.current !== of) return;
      setError(thrown);
      setLoading(false);
    }
  };
  const prepend = (newer: readonly Row[]) =>
    setPage((before) => ({ ...before, items: [...newer, ...before.items] }));
  return { items, prepend, older: { hasOlder: next !== null, loading, error, load: () => void load() } };
}
