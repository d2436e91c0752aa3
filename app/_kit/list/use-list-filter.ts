"use client";

import type { ListRecord } from "@/app/_kit/list/list-record";
import { useListAddress } from "@/app/_kit/list/use-list-address";
import { readSort } from "@/server/kernel/list-sorts";
import { isFoundBy } from "@/server/kernel/text/folding";

/** The rows of a list that the address selects, in its order, and how to change the selection. */
export function useListFilter<Row>(list: ListRecord<Row>) {
  const { rows, columns, search } = list;
  const { chosen, sort, ...address } = useListAddress(list);
  const text = address.wanted.q.trim();
  const found = rows.filter(
    (row) =>
      chosen.every(({ option }) => option?.has(row)) &&
      (search === undefined || isFoundBy(search.textOf(row).join(" "), text)),
  );
  const { column, isReversed } = readSort(sort);
  const by = columns.find((one) => one.sort?.name === column)?.sort?.by;
  const sign = isReversed ? -1 : 1;
  return { ...address, found: by ? found.sort((a, b) => sign * by(a, b)) : found };
}
