"use client";

import { useState } from "react";
import { isSelectable, type Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
}

/** The selected rows that are still pending. */
export function useSelection(rows: readonly Row[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const open = rows.filter(isSelectable).flatMap(({ request: { id } }) => (ticked.has(id) ? [id] : []));
  return {
    ids: new Set(open),
    toggle: (id) => setTicked(new Set(ticked.has(id) ? open.filter((one) => one !== id) : [...open, id])),
    set: (ids) => setTicked(new Set(ids)),
  };
}
