"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ListRecord } from "@/app/_resource/list-record";
import type { SortDirection } from "@/app/_ui/table";

const without = (sort: string) => sort.replace("-", "");

/** The rows of a list that the address asks for, in its order, and how to ask for others. */
export function useListFilter<Row>({ rows, columns, search, choices = [], sort = "" }: ListRecord<Row>) {
  const sorts = columns.flatMap((column) => column.sort ?? []);
  const ways = ["", ...sorts.flatMap(({ name }) => [name, `-${name}`])];
  const shape = JSON.stringify([
    ways,
    sort,
    choices.map(({ name, options }) => [name, ...options.map(({ value }) => value)]),
  ]);
  const parsers = useMemo(() => parsersOf(JSON.parse(shape)), [shape]);
  const [values, setValues] = useQueryStates(parsers, { clearOnDefault: true });
  const chosen = choices.map(({ name, options }) => ({
    name,
    options,
    option: options.find(({ value }) => value === values[name]) ?? options[0],
  }));

  const text = (values.q ?? "").trim().toLowerCase();
  const found = rows.filter(
    (row) =>
      chosen.every(({ option }) => option?.has(row)) &&
      (search === undefined || search.textOf(row).join(" ").toLowerCase().includes(text)),
  );
  const current = values.sort ?? "";
  const by = sorts.find(({ name }) => name === without(current))?.by;
  const sign = current.startsWith("-") ? -1 : 1;

  const sorting = (column: (typeof sorts)[number]): { sort: SortDirection; onSort: () => void } => {
    const isCurrent = without(current) === column.name;
    const next = isCurrent ? sign === 1 : column.largestFirst === true;
    return {
      sort: isCurrent ? (sign === -1 ? "descending" : "ascending") : "none",
      onSort: () => void setValues({ sort: `${next ? "-" : ""}${column.name}` }),
    };
  };
  return {
    found: by ? found.sort((a, b) => sign * by(a, b)) : found,
    values,
    set: (name: string, value: string) => void setValues({ [name]: value }),
    columns: columns.map(({ sort: sorted, ...column }) =>
      sorted ? { ...column, ...sorting(sorted) } : column,
    ),
    wanted: {
      q: values.q ?? "",
      chosen: Object.fromEntries(chosen.map(({ name, option }) => [name, option?.label ?? ""])),
      isUnset: text === "" && chosen.every(({ option, options }) => option === options[0]),
      show: (options: Record<string, string> = {}) =>
        void setValues({
          q: null,
          ...Object.fromEntries(chosen.map(({ name }) => [name, null])),
          ...options,
        }),
    },
  };
}

type Shape = [ways: string[], sort: string, choices: [name: string, ...values: string[]][]];

type Parser = ReturnType<typeof parseAsString.withDefault>;

const parsersOf = ([ways, sort, choices]: Shape): Record<string, Parser> => ({
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(ways).withDefault(sort),
  ...Object.fromEntries(
    choices.map(([name, ...values]) => [name, parseAsStringLiteral(values).withDefault(values[0] ?? "")]),
  ),
});
