"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Changes the address; null removes a value. @param entry whether Back leads to the one before */
function write(values: Record<string, string | null>, entry: "replace" | "push"): void {
  const { pathname, search, hash } = window.location;
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values))
    if (value === null) params.delete(name);
    else params.set(name, value);
  const text = params.toString();
  const address = pathname + (text && `?${text}`) + hash;
  if (entry === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  for (const listener of listeners) listener();
}

/** Changes the address in place; null removes a value. */
const change = (values: Record<string, string | null>): void => write(values, "replace");

/** The same as an entry of its own, to which Back returns. Neither loads nor scrolls. */
export const enterAddress = (values: Record<string, string | null>): void => write(values, "push");

/** The address's query, up to date at once: the router's copy lags behind, and would swallow letters while the user types. */
export function useAddress(): { params: URLSearchParams; change: typeof change } {
  const known = useSearchParams().toString();
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search.slice(1),
    () => known,
  );
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return { params, change };
}
