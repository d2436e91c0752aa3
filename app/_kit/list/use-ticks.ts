"use client";

import { useState } from "react";

const none: ReadonlySet<string> = new Set();

/** The ticked rows of a list. @param of the list's answer; another one starts anew */
export function useTicks(of: unknown) {
  const unticked = { of, ticked: none, isAll: false };
  const [state, setState] = useState(unticked);
  if (state.of !== of) setState(unticked);
  return {
    ...state,
    tick: (ids: readonly string[]) => setState({ ...unticked, ticked: new Set(ids) }),
    /** All rows that the filter matches, beyond the loaded ones. */
    tickAll: () => setState({ ...state, isAll: true }),
  };
}
