"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PagedChoice } from "@/app/_kit/list/list-record";
import { PagedRows, usePagedRows } from "@/app/_kit/list/resource-list";
import { SelectAll } from "@/app/_kit/list/select-all";
import { useTicks } from "@/app/_kit/list/use-ticks";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkBar } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-bar";
import {
  personRow,
  tickColumn,
  usePeopleColumns,
} from "@/app/(app)/dashboard/(team)/people/(list)/people-columns";
import {
  filterOf,
  type PeopleQuery,
  readPeopleQuery,
  roles,
  states,
} from "@/app/(app)/dashboard/(team)/people/(list)/people-query";
import type { Selection } from "@/app/(app)/dashboard/(team)/people/(list)/selection";
import type { AppRouter } from "@/server/api/trpc";

/** Rows of each further page. */
const moreRows = 500;

export type PeoplePage = inferRouterOutputs<AppRouter>["people"]["page"];
export type Choices = inferRouterOutputs<AppRouter>["people"]["choices"];

type Props = {
  first: { asked: PeopleQuery; found: PeoplePage };
  choices: Choices;
  /** Whether the visitor manages others. */
  leads: boolean;
  /** Whether the visitor may change people. */
  changes: boolean;
};

/** The table "People" by name, its filters, and what changes the selected people. */
export function PeopleList({ first, choices, leads, changes }: Props) {
  const t = useTranslations("people");
  const { people } = useTRPCClient();
  const router = useRouter();
  const paged = usePagedRows({
    read: readPeopleQuery,
    first,
    ask: ({ cursor, ...query }: PeopleQuery & { cursor?: string }): Promise<PeoplePage> =>
      people.page.query({ ...filterOf(query), ...(cursor !== undefined && { cursor, limit: moreRows }) }),
  });
  const { items, found, asked } = paged;
  const { ticked, tick, isAll, tickAll } = useTicks(found);
  const choosable = changes ? items.filter(({ details }) => details).map(({ id }) => id) : [];
  const chosen = choosable.filter((id) => ticked.has(id));
  const hasAll = choosable.length > 0 && chosen.length === choosable.length;
  const count = found.count ?? items.length;
  const selection: Selection =
    isAll && hasAll
      ? { count, select: { filter: filterOf(asked) } }
      : { count: chosen.length, select: { ids: chosen } };
  const columns = usePeopleColumns(leads);
  return (
    <PagedRows
      caption={t("title")}
      columnsFrom={60}
      rowClassName={personRow(changes)}
      columns={changes ? [tickColumn(t, ticked, tick), ...columns] : columns}
      rowKey={({ id }) => id}
      paged={paged}
      label={t("filter")}
      search={{ label: t(leads ? "search" : "searchColleagues") }}
      choices={usePeopleChoices(choices, leads, asked)}
      clear={t("clear")}
      more={t("more")}
      nothing={({ isUnset, show }) => (
        <EmptyState
          title={t("noMatch")}
          actions={isUnset ? undefined : <Button onClick={() => show()}>{t("clear")}</Button>}
        >
          {t("noMatchText")}
        </EmptyState>
      )}
      above={
        <>
          <p role="status" className="text-muted">
            {t("count", { count })}
          </p>
          {choosable.length > 0 ? (
            <SelectAll
              label={t("bulk.selectAll")}
              chosenCount={chosen.length}
              shownCount={choosable.length}
              onChange={(isOn) => tick(isOn ? choosable : [])}
              further={
                !isAll && count > items.length
                  ? { label: t("bulk.selectEveryone", { count }), act: tickAll }
                  : null
              }
            />
          ) : null}
        </>
      }
      below={
        changes ? (
          <BulkBar
            selection={selection}
            choices={choices}
            clear={() => tick([])}
            onDone={() => {
              tick([]);
              router.refresh();
            }}
          />
        ) : undefined
      }
    />
  );
}

/** The choices that can exclude anyone; one with a single option only while it is chosen. */
function usePeopleChoices(choices: Choices, leads: boolean, asked: PeopleQuery): PagedChoice[] {
  const t = useTranslations("people");
  const places = ({ departments, locations, labels }: Choices) =>
    [
      ["department", t("columns.department"), departments],
      ["location", t("columns.location"), locations],
      ["label", t("label"), labels],
    ] as const;
  const ofPlace = places(choices).map(([name, label, options]) => ({
    ...{ name, label, unknown: () => t("form.choices.gone") },
    options: [
      { value: "", label: t(`any.${name}`) },
      ...options.map(({ id, name: optionName }) => ({ value: id, label: optionName })),
    ],
  }));
  const offered = ofPlace.filter(({ name, options }) => options.length > 2 || asked[name]);
  if (!leads) return offered;
  return [
    ...offered,
    {
      name: "role",
      label: t("columns.role"),
      options: [
        { value: "", label: t("any.role") },
        ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
      ],
    },
    {
      name: "state",
      label: t("columns.state"),
      options: states.map((state) => ({ value: state, label: t(`filterStates.${state || "HERE"}`) })),
    },
  ];
}
