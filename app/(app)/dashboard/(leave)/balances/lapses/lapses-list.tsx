"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PagedChoice, PagedColumn } from "@/app/_kit/list/list-record";
import { PagedRows, usePagedRows } from "@/app/_kit/list/resource-list";
import { SelectAll } from "@/app/_kit/list/select-all";
import { useTicks } from "@/app/_kit/list/use-ticks";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { addressOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { SaveLapses, useNoticeBy } from "@/app/(app)/dashboard/(leave)/balances/lapses/save-lapses";
import {
  SelectedLapses,
  type Selection,
} from "@/app/(app)/dashboard/(leave)/balances/lapses/selected-lapses";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { type LapsesQuery, readLapsesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import type { AppRouter } from "@/server/api/trpc";
import { lapseSpans } from "@/server/modules/leave/lapses/schema";

type LapsesFound = inferRouterOutputs<AppRouter>["lapses"]["page"];
type Lapse = LapsesFound["items"][number];

type Named = { id: string; name: string };
type Choices = Record<"location" | "department" | "leaveType", readonly Named[]>;
type Props = { first: { asked: LapsesQuery; found: LapsesFound }; choices: Choices };

const keyOf = ({ userId, leaveTypeId, lapsesOn }: Lapse): string => `${userId} ${leaveTypeId} ${lapsesOn}`;

/** Who loses what by when, the earliest first; the selected people can be notified. */
export function LapsesList({ first, choices }: Props) {
  const t = useTranslations("lapses");
  const { lapses } = useTRPCClient();
  const router = useRouter();
  const paged = usePagedRows({
    read: readLapsesQuery,
    first,
    ask: (query: LapsesQuery & { cursor?: string }): Promise<LapsesFound> => lapses.page.query(query),
  });
  const { items, found, asked } = paged;
  const { ticked, tick, isAll, tickAll } = useTicks(found);
  const chosen = items.filter((row) => ticked.has(keyOf(row)));
  const hasAll = items.length > 0 && chosen.length === items.length;
  const { sort: _, ...filter } = asked;
  const selection: Selection =
    isAll && hasAll
      ? { count: found.count, select: { filter } }
      : {
          count: chosen.length,
          select: {
            rows: chosen.map(({ userId, leaveTypeId, lapsesOn }) => ({ userId, leaveTypeId, lapsesOn })),
          },
        };
  return (
    <PagedRows
      caption={t("title")}
      columnsFrom={60}
      columns={useColumns(ticked, tick)}
      rowKey={keyOf}
      paged={paged}
      sort="day"
      label={t("filter")}
      search={{ label: t("search") }}
      choices={useChoices(choices)}
      clear={t("clear")}
      more={t("more")}
      nothing={({ show }) => (
        <EmptyState
          title={t("noMatch")}
          actions={<Button onClick={() => show({ within: "365" })}>{t("showYear")}</Button>}
        >
          {t("noMatchText")}
        </EmptyState>
      )}
      above={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-muted">
              {t("count", { count: found.count, people: found.peopleCount })}
            </p>
            {items.length > 0 ? <SaveLapses asked={asked} /> : null}
          </div>
          {items.length > 0 ? (
            <SelectAll
              label={t("selectShown")}
              chosenCount={chosen.length}
              shownCount={items.length}
              onChange={(isOn) => tick(isOn ? items.map(keyOf) : [])}
              further={
                !isAll && found.count > items.length
                  ? { label: t("selectAll", { count: found.count }), act: tickAll }
                  : null
              }
            />
          ) : null}
        </>
      }
      below={
        <SelectedLapses
          selection={selection}
          clear={() => tick([])}
          onDone={() => {
            tick([]);
            router.refresh();
          }}
        />
      }
    />
  );
}

function useColumns(
  ticked: ReadonlySet<string>,
  tick: (keys: readonly string[]) => void,
): PagedColumn<Lapse>[] {
  const t = useTranslations("lapses");
  const dates = useLeaveDates();
  const dayOf = ({ lapsesOn }: Lapse) => dates({ startDate: lapsesOn, endDate: lapsesOn });
  return [
    {
      label: t("select"),
      // In the corner of a card.
      actions: true,
      cell: (row) => {
        const { userName: name, leaveTypeName: type } = row;
        const key = keyOf(row);
        return (
          <Checkbox
            label={<span className="sr-only">{t("selectOne", { name, type, date: dayOf(row) })}</span>}
            checked={ticked.has(key)}
            onChange={({ target }) =>
              tick(target.checked ? [...ticked, key] : [...ticked].filter((one) => one !== key))
            }
          />
        );
      },
    },
    {
      label: t("columns.person"),
      header: true,
      sort: { name: "name" },
      cell: ({ userId, leaveTypeId, userName, departmentName, locationName }) => (
        <>
          <TextLink quiet href={`${addressOf({ user: userId, asOf: null, type: leaveTypeId })}#explanation`}>
            {userName}
          </TextLink>
          <span className="block text-muted text-xs">
            {departmentName}, {locationName}
          </span>
        </>
      ),
    },
    {
      label: t("columns.type"),
      cell: ({ leaveTypeName, leaveTypeColor }) => <TypeName name={leaveTypeName} color={leaveTypeColor} />,
    },
    {
      label: t("columns.days"),
      align: "right",
      sort: { name: "days", largestFirst: true },
      cell: ({ amount }) => <span className="tabular-nums">{t("amount", amount)}</span>,
    },
    { label: t("columns.day"), sort: { name: "day" }, cell: dayOf },
    { label: t("columns.notice"), cell: ({ notice }) => <Notice notice={notice} /> },
  ];
}

/** When the person was last notified, and by whom. */
function Notice({ notice }: Pick<Lapse, "notice">) {
  const t = useTranslations("lapses");
  const by = useNoticeBy();
  if (!notice) return <span className="text-muted">{t("notYet")}</span>;
  return (
    <>
      <RelativeTime at={notice.at} show="local" />
      <span className="block text-muted text-xs">{by(notice)}</span>
    </>
  );
}

function useChoices(choices: Choices): PagedChoice[] {
  const t = useTranslations("lapses");
  const named = (["location", "department", "leaveType"] as const).map((name) => ({
    name,
    label: t(`columns.${name === "leaveType" ? "type" : name}`),
    unknown: () => t("gone"),
    options: [
      { value: "", label: t(`any.${name}`) },
      ...choices[name].map(({ id, name: label }) => ({ value: id, label })),
    ],
  }));
  return [
    ...named.filter(({ options }) => options.length > 2),
    {
      name: "within",
      label: t("within"),
      options: lapseSpans.map((value) => ({ value, label: t(`spans.${value}`) })),
    },
  ];
}
