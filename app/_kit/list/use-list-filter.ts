"use client";

import type { ListRecord } from "@/app/_kit/list/list-record";
import { useAddress } from "@/app/_kit/list/use-address";
import type { SortDirection } from "@/app/_kit/ui/table";
import { isFoundBy } from "@/server/kernel/text/folding";

const without = (sort: string) => sort.replace("-", "");

/** The rows of a list that the address selects, in its order, and how to change the selection. */
export function useListFilter<Row>({ rows, columns, search, choices = [], sort = "" }: ListRecord<Row>) {
  const sorts = columns.flatMap((column) => column.sort ?? []);
  const ways = ["", ...sorts.flatMap(({ name }) => [name, `-${name}`])];
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
  const text = q.trim();
  const found = rows.filter(
    (row) =>
      chosen.every(({ option }) => option?.has(row)) &&
      (search === undefined || isFoundBy(search.textOf(row).join(" "), text)),
  );
  const asked = params.get("sort");
  const current = asked !== null && ways.includes(asked) ? asked : sort;
  const by = sorts.find(({ name }) => name === without(current))?.by;
  const sign = current.startsWith("-") ? -1 : 1;

  const sorting = (column: (typeof sorts)[number]): { sort: SortDirection; onSort: () => void } => {
    const isCurrent = without(current) === column.name;
    const next = isCurrent ? sign === 1 : column.largestFirst === true;
    return {
      sort: isCurrent ? (sign === -1 ? "descending" : "ascending") : "none",
      onSort: () => set({ sort: `${next ? "-" : ""}${column.name}` }),
    };
  };
  const values: Record<string, string> = {
    q,
    ...Object.fromEntries(chosen.map(({ name, option }) => [name, option?.value ?? ""])),
  };
  return {
    found: by ? found.sort((a, b) => sign * by(a, b)) : found,
    values,
    set: (name: string, value: string) => set({ [name]: value }),
    columns: columns.map(({ sort: sorted, ...column }) =>
      sorted ? { ...column, ...sorting(sorted) } : column,
    ),
    wanted: {
      q,
      chosen: Object.fromEntries(chosen.map(({ name, option }) => [name, option?.label ?? ""])),
      isUnset: text === "" && chosen.every(({ option, options }) => option === options[0]),
      show: (options: Record<string, string> = {}) =>
        set({
          q: null,
          ...Object.fromEntries(chosen.map(({ name }) => [name, null])),
          ...options,
        }),
    },
  };
}
