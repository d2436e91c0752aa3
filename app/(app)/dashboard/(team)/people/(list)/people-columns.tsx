"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { useOlder } from "@/app/_kit/list/use-older";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkBar } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-bar";
import type { Choices, PeoplePage } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import type { Selection } from "@/app/(app)/dashboard/(team)/people/(list)/selection";
import type { PeopleFilter } from "@/app/(app)/dashboard/(team)/people/(list)/wanted";
import { PersonState } from "@/app/(app)/dashboard/(team)/people/person-state";
import { paths } from "@/app/paths";

/** Rows of each further page. */
const moreRows = 500;

export type Person = PeoplePage["items"][number];

type Props = {
  asked: PeopleFilter;
  first: PeoplePage;
  choices: Choices;
  leads: boolean;
  changes: boolean;
  isLoading: boolean;
};

/** The table "People", sorted by name. */
export function PeopleTable({ asked, first, choices, leads, changes, isLoading }: Props) {
  const t = useTranslations("people");
  const { people } = useTRPCClient();
  const { items, older } = useOlder(first, (after: NonNullable<PeoplePage["next"]>) =>
    people.page.query({ ...asked, limit: moreRows, after }),
  );
  const router = useRouter();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const choosable = changes ? items.filter(({ details }) => details).map(({ id }) => id) : [];
  const chosen = choosable.filter((id) => ticked.has(id));
  const hasAll = choosable.length > 0 && chosen.length === choosable.length;
  const choose = (ids: readonly string[]) => {
    setAll(false);
    setTicked(new Set(ids));
  };
  const count = first.count ?? 0;
  const selection: Selection =
    isAll && hasAll
      ? { count, select: { filter: asked } }
      : { count: chosen.length, select: { ids: chosen } };
  const columns = useColumns(leads);
  const tick: ListColumn<Person> = {
    label: t("bulk.select"),
    // In the corner of a card.
    actions: true,
    cell: ({ id, name, details }) =>
      details ? (
        <Checkbox
          label={<span className="sr-only">{t("bulk.selectOne", { name })}</span>}
          checked={ticked.has(id)}
          onChange={({ target }) =>
            choose(target.checked ? [...ticked, id] : [...ticked].filter((one) => one !== id))
          }
        />
      ) : null,
  };
  return (
    <>
      <ResourceList
        caption={t("title")}
        columnsFrom={60}
        columns={changes ? [tick, ...columns] : columns}
        rows={items}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        older={{ ...older, label: t("more") }}
        above={
          choosable.length > 0 ? (
            <div className="-mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 px-3">
              <Checkbox
                label={t("bulk.selectAll")}
                checked={hasAll}
                indeterminate={chosen.length > 0 && !hasAll}
                onChange={({ target }) => choose(target.checked ? choosable : [])}
              />
              {hasAll && !isAll && count > items.length ? (
                <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
                  {t("bulk.selectEveryone", { count })}
                </Button>
              ) : null}
            </div>
          ) : null
        }
      />
      {changes ? (
        <BulkBar
          selection={selection}
          choices={choices}
          clear={() => choose([])}
          onDone={() => {
            choose([]);
            router.refresh();
          }}
        />
      ) : null}
    </>
  );
}

function useColumns(leads: boolean): ListColumn<Person>[] {
  const t = useTranslations("people");
  const named: ListColumn<Person>[] = [
    {
      label: t("columns.name"),
      header: true,
      cell: ({ id, name, details }) => (
        <>
          <TextLink quiet href={paths.person(id)}>
            {name}
          </TextLink>
          {details ? <span className="block text-muted text-xs">{details.email}</span> : null}
        </>
      ),
    },
    { label: t("columns.department"), cell: ({ department }) => department.name },
    { label: t("columns.location"), cell: ({ location }) => location.name },
  ];
  if (!leads) return named;
  return [
    ...named,
    { label: t("columns.labels"), cell: ({ details }) => details?.labels.join(", ") || <Nothing /> },
    {
      label: t("columns.role"),
      cell: ({ details }) => (details?.role ? t(`roles.${details.role}`) : <Nothing />),
    },
    {
      label: t("columns.state"),
      cell: ({ details }) => (details ? <PersonState state={details.state} /> : <Nothing />),
    },
  ];
}

const Nothing = () => <span className="text-muted">–</span>;
