"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ListQuery, ListRecord, PagedChoice, PagedListRecord } from "@/app/_kit/list/list-record";
import { LoadOlder } from "@/app/_kit/list/load-older";
import { Pager } from "@/app/_kit/list/pager";
import { useListAddress, useListFilter } from "@/app/_kit/list/use-list-address";
import { useOlder } from "@/app/_kit/list/use-older";
import { type RowPanel, useRowPanel } from "@/app/_kit/list/use-row-panel";
import { shownError } from "@/app/_kit/page/shown-error";
import { cn } from "@/app/_kit/ui/class-names";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ListTable } from "@/app/_kit/ui/list-table";
import { SearchInput } from "@/app/_kit/ui/search-input";
import { Select } from "@/app/_kit/ui/select";
import { useAnswer } from "@/app/_trpc/use-answer";

/** A ListRecord on its page: filters, the table or the reason why it is empty, what leads on, and the open row beside it. */
export function ResourceList<Row>(list: ListRecord<Row>) {
  return <ListView list={list} filter={useListFilter(list)} />;
}

/** A list that the server searches, filters and orders, on its page. */
export function PagedList<Row, Query extends ListQuery>(list: PagedListRecord<Row, Query>) {
  const { read, first, ask, nothing } = list;
  const t = useTranslations("common.pager");
  const address = useListAddress({ ...list, sort: read(new URLSearchParams()).sort });
  const answer = useAnswer(read(address.params), ask, { first });
  const { asked, found } = answer.shown ?? first;
  const { items, older } = useOlder(found, (cursor) => ask({ ...asked, cursor }), found);
  const filter = { ...address, found: items };
  return (
    <ListView
      list={{
        ...list,
        isLoading: answer.isLoading && !answer.error,
        older: { ...older, label: t("more") },
        above: answer.error ? (
          <ErrorPanel error={shownError(answer.error)} retrying={answer.isLoading} onRetry={answer.again} />
        ) : undefined,
        nothing: nothing && ((wanted) => nothing(wanted, found.excluded)),
      }}
      filter={filter}
    />
  );
}

type View<Row> = Pick<
  ListRecord<Row>,
  | "caption"
  | "columnsFrom"
  | "rowKey"
  | "rowClassName"
  | "shown"
  | "nothing"
  | "above"
  | "isLoading"
  | "panel"
  | "older"
  | "pager"
> & { search?: { label: string }; choices?: readonly PagedChoice[] };
type Filter<Row> = Omit<ReturnType<typeof useListFilter<Row>>, "params">;

function ListView<Row>({ list, filter }: { list: View<Row>; filter: Filter<Row> }) {
  const { rowKey, rowClassName, shown, nothing, above, isLoading, panel, older, pager } = list;
  const { search, choices = [] } = list;
  const { found, columns, wanted } = filter;
  const isFiltered = search !== undefined || choices.length > 0;
  const count = shown ? (
    <span role="status" className="sr-only">
      {shown(found.length)}
    </span>
  ) : null;
  const table =
    found.length > 0 || !nothing ? (
      <ListTable
        {...{ caption: list.caption, columnsFrom: list.columnsFrom, columns, rowKey }}
        rows={found}
        isSelected={panel ? (row) => rowKey(row) === panel.opened : undefined}
        rowClassName={panel ? cn("cursor-pointer", rowClassName) : rowClassName}
      />
    ) : (
      nothing(wanted)
    );
  const hasMore = above !== undefined || older !== undefined || pager !== undefined || count !== null;
  const body = (
    <>
      {above}
      {isLoading === undefined ? (
        table
      ) : (
        <div
          aria-busy={isLoading}
          className={cn("min-w-0", isLoading && "opacity-60 transition-opacity delay-150")}
        >
          {table}
        </div>
      )}
      {isFiltered ? null : count}
      {older ? <LoadOlder {...older} /> : null}
      {pager ? <Pager {...pager} /> : null}
    </>
  );
  if (panel) return <BesidePanel panel={panel}>{body}</BesidePanel>;
  if (isFiltered)
    return (
      <div className="flex flex-col gap-4">
        <Filters list={list} filter={filter}>
          {count}
        </Filters>
        {body}
      </div>
    );
  return hasMore ? <div className="flex flex-col gap-4">{body}</div> : table;
}

function BesidePanel({ panel, children }: { panel: RowPanel; children: ReactNode }) {
  const { place, close } = useRowPanel(panel);
  return (
    <div {...place} className="grid items-start gap-5">
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      {panel.opened ? panel.aside(panel.opened, close) : null}
    </div>
  );
}

type FiltersProps<Row> = { list: View<Row>; filter: Filter<Row>; children: ReactNode };

function Filters<Row>({ list, filter, children }: FiltersProps<Row>) {
  const { search, choices = [] } = list;
  const { values, set, wanted } = filter;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search ? (
        <SearchInput
          label={search.label}
          value={wanted.q}
          maxLength={100}
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
      {children}
    </div>
  );
}
