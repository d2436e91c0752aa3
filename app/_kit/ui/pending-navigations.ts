"use client";

import { useSyncExternalStore } from "react";

/** Pending navigations by their origin, with their target paths. Links report here from anywhere. */
const underWay = new Map<symbol, string>();
const listeners = new Set<() => void>();

/** @returns a function to call at the end */
export function beginNavigation(path: string): () => void {
  const name = Symbol(path);
  const changed = (change: () => void) => {
    change();
    for (const listener of listeners) listener();
  };
  changed(() => underWay.set(name, path));
  return () => changed(() => underWay.delete(name));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The target path of the newest pending navigation; null at rest. */
export const usePathToCome = () =>
  useSyncExternalStore(
    subscribe,
    () => [...underWay.values()].at(-1) ?? null,
    () => null,
  );
