"use client";

import { useLocale, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Button } from "@/app/_ui/button";
import type { Column } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { ListTable } from "@/app/_ui/list-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import type { SortDirection } from "@/app/_ui/table";
import { TextLink } from "@/app/_ui/text-link";
import {
  filtered,
  type KeyFilter,
  keyFilterParsers,
  keyStatuses,
  type Sort,
} from "@/app/(web)/dashboard/open-api/keys/(list)/key-filter";
import type { KeyListed } from "@/app/(web)/dashboard/open-api/keys/(list)/listed-keys";
import { KeyActions } from "@/app/(web)/dashboard/open-api/keys/key-actions";
import { KeyStatus } from "@/app/(web)/dashboard/open-api/keys/key-status";
import { LastUsed } from "@/app/(web)/dashboard/open-api/keys/last-used";
import { QuotaMeter } from "@/app/(web)/dashboard/open-api/keys/quota-meter";
import { ScopeList } from "@/app/(web)/dashboard/open-api/keys/scope-list";
import type { KeyWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";
import { paths } from "@/app/(web)/dashboard/paths";

type Props = { keys: readonly KeyListed[]; workspace: boolean };

/** The table "API keys" with its filters, which live in the address. */
export function KeysTable({ keys, workspace }: Props) {
  const t = useTranslations("keys");
  const [filter, setFilter] = useQueryStates(keyFilterParsers, { clearOnDefault: true });
  const rows = filtered(keys, filter, useLocale());
  const sortBy = sorting(filter.sort, (sort) => void setFilter({ sort }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={t("list.filter")}
          value={filter.q}
          onChange={(event) => void setFilter({ q: event.target.value })}
        />
        <Select
          aria-label={t("list.status")}
          value={filter.status}
          onChange={(event) => void setFilter({ status: event.target.value as KeyFilter["status"] })}
          options={keyStatuses.map((value) => ({ value, label: t(`filters.${value}`) }))}
          className="w-full sm:w-auto sm:min-w-44"
        />
        <span role="status" className="sr-only">
          {t("list.shown", { count: rows.length })}
        </span>
      </div>
      {rows.length > 0 ? (
        <ListTable
          caption={t("title")}
          columnsFrom={63}
          columns={columnsOf(t, workspace, sortBy)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : (
        <NothingMatches
          keys={keys}
          filter={filter}
          show={(next) => void setFilter({ q: null, status: next })}
        />
      )}
    </div>
  );
}

type Sorting = (column: string) => { sort: SortDirection; onSort: () => void };

/** The first click on a date or number shows the largest first, on a name the alphabet. */
function sorting(current: Sort, set: (sort: Sort) => void): Sorting {
  return (column) => {
    const isCurrent = current.replace("-", "") === column;
    const descending = current.startsWith("-");
    const next = isCurrent ? !descending : column !== "name";
    return {
      sort: isCurrent ? (descending ? "descending" : "ascending") : "none",
      onSort: () => set(`${next ? "-" : ""}${column}` as Sort),
    };
  };
}

function columnsOf(t: KeyWords, workspace: boolean, sortBy: Sorting): Column<KeyListed>[] {
  const owner: Column<KeyListed> = {
    label: t("columns.owner"),
    cell: ({ ownerName }) => <span className="columns:whitespace-nowrap">{ownerName}</span>,
  };
  const masked: Column<KeyListed> = {
    label: t("columns.key"),
    cell: (view) => <code className="whitespace-nowrap font-mono text-muted text-xs">{view.masked}</code>,
  };
  return [
    {
      label: t("columns.name"),
      header: true,
      ...sortBy("name"),
      cell: (view) => (
        <TextLink quiet href={paths.key(view.id)} className="columns:inline-block columns:min-w-32">
          {view.name}
        </TextLink>
      ),
    },
    workspace ? owner : masked,
    { label: t("columns.scopes"), cell: ({ name, scopes }) => <ScopeList name={name} scopes={scopes} /> },
    { label: t("columns.status"), cell: (view) => <KeyStatus view={view} /> },
    { label: t("columns.lastUsed"), ...sortBy("used"), cell: (view) => <LastUsed view={view} /> },
    { label: t("columns.month"), ...sortBy("month"), cell: (view) => <MonthCell view={view} /> },
    {
      label: t("columns.created"),
      ...sortBy("created"),
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      label: t("columns.actions"),
      actions: true,
      cell: (view) => <KeyActions view={view} isOwn={view.isOwn} />,
    },
  ];
}

function MonthCell({ view }: { view: KeyListed }) {
  const t = useTranslations("keys");
  return (
    <div className="w-full min-w-24 max-w-40">
      <QuotaMeter label={t("monthOf", { name: view.name })} view={view} inline />
    </div>
  );
}

type NothingProps = {
  keys: readonly KeyListed[];
  filter: KeyFilter;
  show: (status: KeyFilter["status"] | null) => void;
};

function NothingMatches({ keys, filter, show }: NothingProps) {
  const t = useTranslations("keys");
  const isDefault = filter.q === "" && filter.status === "current";
  if (isDefault)
    return (
      <EmptyState
        title={t("list.noCurrent")}
        actions={<Button onClick={() => show("revoked")}>{t("list.showRevoked")}</Button>}
      >
        {t("list.revokedStay", { count: keys.length })}
      </EmptyState>
    );
  const status = t(`filters.${filter.status}`);
  return (
    <EmptyState
      title={t("list.noMatch")}
      actions={<Button onClick={() => show(null)}>{t("list.clear")}</Button>}
    >
      {filter.q
        ? t("list.filteredByText", { text: filter.q, status })
        : t("list.filteredByStatus", { status })}
    </EmptyState>
  );
}
