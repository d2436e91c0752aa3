"use client";

import { useState } from "react";

export type ListPage<Row, Place> = {
  items: Row[];
  /** Where the next page begins; null on the last page. */
  next: Place | null;
};

/** A list that begins with a page from the server, and loads older ones one by one. */
export function useOlder<Row, Place>(
  first: ListPage<Row, Place>,
  ask: (after: Place) => Promise<ListPage<Row, Place>>,
) {
  const [{ items, next }, setPage] = useState(first);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const load = async () => {
    if (next === null) return;
    setLoading(true);
    try {
      const page = await ask(next);
      setPage((before) => ({ items: [...before.items, ...page.items], next: page.next }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setLoading(false);
    }
  };
  const prepend = (newer: readonly Row[]) =>
    setPage((before) => ({ ...before, items: [...newer, ...before.items] }));
  return { items, prepend, older: { hasOlder: next !== null, loading, error, load: () => void load() } };
}
