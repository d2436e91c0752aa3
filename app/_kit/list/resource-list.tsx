"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type FilterLook, ListFilters } from "@/app/_kit/list/list-filters";
import type {
  ListFound,
  ListQuery,
  ListRecord,
  PagedChoice,
  PagedListRecord,
  PagedLook,
  PagedSource,
} from "@/app/_kit/list/list-record";
import { LoadOlder } from "@/app/_kit/list/load-older";
import { Pager } from "@/app/_kit/list/pager";
import { useAddress } from "@/app/_kit/list/use-address";
import { useListAddress, useListFilter } from "@/app/_kit/list/use-list-address";
import { useOlder } from "@/app/_kit/list/use-older";
import { type RowPanel, useRowPanel } from "@/app/_kit/list/use-row-panel";
import { shownError } from "@/app/_kit/page/shown-error";
import { cn } from "@/app/_kit/ui/class-names";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ListTable } from "@/app/_kit/ui/list-table";
import { useAnswer } from "@/app/_trpc/use-answer";

/** A ListRecord on its page: filters, the table or the reason why it is empty, what leads on, and the open row beside it. */
export function ResourceList<Row>(list: ListRecord<Row>) {
  return <ListView list={list} filter={useListFilter(list)} />;
}

/** The rows of a list that the server searches, filters and orders: the page of the address's query, and those loaded after it. */
export function usePagedRows<Query extends ListQuery, Found extends ListFound<unknown>>({
  read,
  first,
  ask,
}: PagedSource<Query, Found>) {
  const { params } = useAddress();
  const answer = useAnswer(read(params), ask, { first });
  const { asked, found } = answer.shown ?? first;
  const { items, older } = useOlder<Found["items"][number], string>(
    found,
    (cursor) => ask({ ...asked, cursor }),
    found,
  );
  return { items, older, asked, found, answer };
}

/** A list that the server searches, filters and orders, on its page. */
export function PagedList<Row, Query extends ListQuery>(list: PagedListRecord<Row, Query>) {
  const sort = list.read(new URLSearchParams()).sort;
  return <PagedRows {...list} {...(sort !== undefined && { sort })} paged={usePagedRows(list)} />;
}

type PagedRowsProps<Row> = PagedLook<Row> & {
  /** The result of `usePagedRows`. */
  paged: Pick<
    ReturnType<typeof usePagedRows<ListQuery, ListFound<Row>>>,
    "items" | "older" | "found" | "answer"
  >;
  /** The default order. */
  sort?: string;
};

/** The same, where more of its page than the list needs its rows. */
export function PagedRows<Row>({ paged, ...list }: PagedRowsProps<Row>) {
  const { items, older, found, answer } = paged;
  const t = useTranslations("common.pager");
  const { params } = useAddress();
  const choices = list.choices?.map((choice) => withUnknown(choice, params.get(choice.name)));
  const address = useListAddress({ ...list, choices });
  const { nothing } = list;
  return (
    <ListView
      list={{
        ...list,
        choices,
        isLoading: answer.isLoading && !answer.error,
        older: { ...older, label: list.more ?? t("more") },
        above: (
          <>
            {list.above}
            {answer.error ? (
              <ErrorPanel
                error={shownError(answer.error)}
                retrying={answer.isLoading}
                onRetry={answer.again}
              />
            ) : null}
          </>
        ),
        nothing: nothing && ((wanted) => nothing(wanted, found.excluded)),
      }}
      filter={{ ...address, found: items }}
    />
  );
}

/** A choice that offers the address's value, too. */
function withUnknown(choice: PagedChoice, value: string | null): PagedChoice {
  const { options, unknown } = choice;
  if (!unknown || !value || options.some((option) => option.value === value)) return choice;
  return { ...choice, options: [...options, { value, label: unknown(value) }] };
}

type View<Row> = Pick<
  ListRecord<Row>,
  | "caption"
  | "columnsFrom"
  | "rowKey"
  | "rowClassName"
  | "detailsOf"
  | "groupOf"
  | "shown"
  | "nothing"
  | "above"
  | "isLoading"
  | "panel"
  | "older"
  | "pager"
> &
  FilterLook &
  Pick<PagedLook<unknown>, "below">;
type Filter<Row> = Pick<
  ReturnType<typeof useListFilter<Row>>,
  "params" | "change" | "found" | "columns" | "wanted" | "values" | "set"
>;

function ListView<Row>({ list, filter }: { list: View<Row>; filter: Filter<Row> }) {
  const { rowKey, rowClassName, detailsOf, groupOf, shown, nothing, above, isLoading, panel, older, pager } =
    list;
  const { search, choices = [], filters, below } = list;
  const { found, columns, wanted } = filter;
  const isFiltered = search !== undefined || choices.length > 0 || filters !== undefined;
  const count = shown ? (
    <span role="status" className="sr-only">
      {shown(found.length)}
    </span>
  ) : null;
  const table =
    found.length > 0 || !nothing ? (
      <ListTable
        {...{ caption: list.caption, columnsFrom: list.columnsFrom, columns, rowKey, detailsOf, groupOf }}
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
      {below}
    </>
  );
  const beside = panel ? <BesidePanel panel={panel}>{body}</BesidePanel> : body;
  if (isFiltered)
    return (
      <div className="flex flex-col gap-4">
        <ListFilters list={list} filter={filter}>
          {count}
        </ListFilters>
        {beside}
      </div>
    );
  if (panel) return beside;
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
