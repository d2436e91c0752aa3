"use client";

import { sortAfterClick } from "@/app/_kit/list/list-query";
import type { ListRecord, Wanted } from "@/app/_kit/list/list-record";
import { useAddress } from "@/app/_kit/list/use-address";
import type { SortDirection } from "@/app/_kit/ui/table";
import { readSort, sortsOf } from "@/server/kernel/list-sorts";
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

type Choice<Option> = { name: string; options: readonly Option[] };
type Sort = { name: string; largestFirst?: boolean };
type Asked<Option, Column> = {
  columns: readonly Column[];
  choices?: readonly Choice<Option>[];
  /** Filters with fields of the list's own. */
  filters?: { names: readonly string[] } | undefined;
  /** The default order. */
  sort?: string;
};

/** A list's search text, choices and order, which are in the address, and how to change them. */
export function useListAddress<
  Option extends { value: string; label: string },
  Column extends { sort?: Sort | undefined },
>({ columns, choices = [], filters, sort = "" }: Asked<Option, Column>) {
  const own = filters?.names ?? [];
  const { params, change } = useAddress();
  const chosen = choices.map(({ name, options }) => ({
    name,
    options,
    option: options.find(({ value }) => value === params.get(name)) ?? options[0],
  }));
  /** Values for what the address omits. */
  const defaults: Record<string, string> = {
    q: "",
    sort,
    ...Object.fromEntries(chosen.map(({ name, options }) => [name, options[0]?.value ?? ""])),
  };
  const set = (values: Record<string, string | null>) =>
    change(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === defaults[name] ? null : value]),
      ),
    );
  const q = params.get("q") ?? "";
  const names = columns.flatMap((column) => column.sort?.name ?? []);
  const current = sortsOf(names).find((one) => one === params.get("sort")) ?? sort;
  const heading = ({ name, largestFirst }: Sort): { sort: SortDirection; onSort: () => void } => {
    const { column, isReversed } = readSort(current);
    const direction = isReversed ? "descending" : "ascending";
    return {
      sort: column === name ? direction : "none",
      onSort: () => set({ sort: sortAfterClick(current, name, largestFirst) }),
    };
  };
  const wanted: Wanted = {
    q,
    chosen: Object.fromEntries(chosen.map(({ name, option }) => [name, option?.label ?? ""])),
    isUnset:
      q.trim() === "" &&
      chosen.every(({ option, options }) => option === options[0]) &&
      own.every((name) => !params.get(name)),
    show: (options = {}) => {
      const names = [...own, ...chosen.map(({ name }) => name)];
      set({ q: null, ...Object.fromEntries(names.map((name) => [name, null])), ...options });
    },
  };
  return {
    params,
    change,
    chosen,
    sort: current,
    values: Object.fromEntries(chosen.map(({ name, option }) => [name, option?.value ?? ""])),
    set: (name: string, value: string) => set({ [name]: value }),
    columns: columns.map(({ sort: sorted, ...column }) =>
      sorted ? { ...column, ...heading(sorted) } : column,
    ),
    wanted,
  };
}
