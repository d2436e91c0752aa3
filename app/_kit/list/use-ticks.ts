"use client";

import { useState } from "react";

const none: ReadonlySet<string> = new Set();

/**
 * The ticked rows of a list. They last while it answers the same query, so that a tick made while the answer is on its way stays.
 * @param query what the address asks of the list; another one starts anew
 * @param found the list's answer; after another one, "all that match" has to be asked for again
 */
export function useTicks(query: unknown, found: unknown) {
  const key = JSON.stringify(query);
  const unticked = { key, found, ticked: none, isAll: false };
  const [state, setState] = useState(unticked);
  if (state.key !== key) setState(unticked);
  else if (state.found !== found) setState({ ...state, found, isAll: false });
  return {
    ...state,
    tick: (ids: readonly string[]) => setState({ ...unticked, ticked: new Set(ids) }),
    /** All rows that the filter matches, beyond the loaded ones. */
    tickAll: () => setState({ ...state, isAll: true }),
  };
}
