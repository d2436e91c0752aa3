"use client";

import type { ListRecord } from "@/app/_resource/list-record";
import { useListFilter } from "@/app/_resource/use-list-filter";
import { ListTable } from "@/app/_ui/list-table";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";

/** The table of a ListRecord, below its filters. */
export function ResourceList<Row>(list: ListRecord<Row>) {
  const {
    caption,
    columnsFrom,
    rowKey,
    isSelected,
    rowClassName,
    search,
    choices = [],
    shown,
    nothing,
  } = list;
  const { found, values, set, columns, wanted } = useListFilter(list);
  const table = (
    <ListTable {...{ caption, columnsFrom, columns, rowKey, isSelected, rowClassName }} rows={found} />
  );
  if (!search && choices.length === 0) return table;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {search ? (
          <SearchInput
            label={search.label}
            value={wanted.q}
            onChange={({ target }) => set("q", target.value)}
          />
        ) : null}
        {choices.map(({ name, label, options }) => (
          <Select
            key={name}
            aria-label={label}
            value={values[name]}
            onChange={({ target }) => set(name, target.value)}
            options={options.map((option) => ({ value: option.value, label: option.label }))}
            className={choices.length > 1 ? "w-[calc(50%-0.25rem)] sm:w-44" : "w-full sm:w-auto sm:min-w-44"}
          />
        ))}
        <span role="status" className="sr-only">
          {shown?.(found.length)}
        </span>
      </div>
      {found.length > 0 ? table : nothing?.(wanted)}
    </div>
  );
}
