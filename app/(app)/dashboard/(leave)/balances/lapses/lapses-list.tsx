"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { PagedChoice, PagedColumn } from "@/app/_kit/list/list-record";
import { PagedRows, usePagedRows } from "@/app/_kit/list/resource-list";
import { SelectAll } from "@/app/_kit/list/select-all";
import { useTicks } from "@/app/_kit/list/use-ticks";
import { Named } from "@/app/_kit/ui/avatar";
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
import { Sums } from "@/app/(app)/dashboard/(leave)/balances/lapses/sums";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { type LapsesQuery, readLapsesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import type { AppRouter } from "@/server/api/trpc";
import { lapseSpans, pastLapseSpans } from "@/server/modules/leave/lapses/schema";

export type LapsesFound = inferRouterOutputs<AppRouter>["lapses"]["page"];
type Lapse = LapsesFound["items"][number];

type Option = { id: string; name: string };
type Choices = Record<"location" | "department" | "leaveType", readonly Option[]>;
type Props = { first: { asked: LapsesQuery; found: LapsesFound }; choices: Choices; hasMail: boolean };

const keyOf = ({ userId, leaveTypeId, lapsesOn }: Lapse): string => `${userId} ${leaveTypeId} ${lapsesOn}`;

/** Who loses what by when, the earliest first; the selected people can be notified. Or who lost what, which no notice changes. */
export function LapsesList({ first, choices, hasMail }: Props) {
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
  const { sort: _, within, leaveType: _type, ...places } = asked;
  const filter = { ...places, ...(found.leaveType !== null && { leaveType: found.leaveType }) };
  const ahead = lapseSpans.find((span) => span === within);
  const selection: Selection =
    isAll && hasAll && ahead
      ? { count: found.count, select: { filter: { ...filter, within: ahead } } }
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
      columns={useColumns(ahead ? { ticked, tick } : null)}
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
          <Sums sums={found.sums} shown={found.leaveType} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-muted">
              {t("count", { count: found.count, people: found.peopleCount })}
            </p>
            {items.length > 0 ? <SaveLapses asked={asked} /> : null}
          </div>
          {items.length > 0 && ahead ? (
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
        ahead ? (
          <SelectedLapses
            selection={selection}
            hasMail={hasMail}
            clear={() => tick([])}
            onDone={() => {
              tick([]);
              router.refresh();
            }}
          />
        ) : null
      }
    />
  );
}

type Ticks = { ticked: ReadonlySet<string>; tick: (keys: readonly string[]) => void };

/** @param ticks null for what has expired: nothing is done about it here */
function useColumns(ticks: Ticks | null): PagedColumn<Lapse>[] {
  const t = useTranslations("lapses");
  const dates = useLeaveDates();
  const dayOf = ({ lapsesOn }: Lapse) => dates({ startDate: lapsesOn, endDate: lapsesOn });
  const selecting = ({ ticked, tick }: Ticks): PagedColumn<Lapse> => ({
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
  });
  return [
    ...(ticks ? [selecting(ticks)] : []),
    {
      label: t("columns.person"),
      header: true,
      sort: { name: "name" },
      cell: ({ userId, leaveTypeId, userName, departmentName, locationName }) => (
        <Named name={userName} size="md">
          <TextLink quiet href={`${addressOf({ user: userId, asOf: null, type: leaveTypeId })}#explanation`}>
            {userName}
          </TextLink>
          <span className="block text-muted text-xs">
            {departmentName}, {locationName}
          </span>
        </Named>
      ),
    },
    {
      label: t("columns.type"),
      cell: ({ leaveTypeName, leaveTypeColor }) => <TypeName name={leaveTypeName} color={leaveTypeColor} />,
    },
    {
      label: t(ticks ? "columns.days" : "columns.lost"),
      align: "right",
      sort: { name: "days", largestFirst: true },
      cell: ({ amount }) => <span className="tabular-nums">{t("amount", amount)}</span>,
    },
    { label: t("columns.day"), sort: { name: "day" }, cell: dayOf },
    { label: t("columns.notice"), cell: ({ notice }) => <Notice notice={notice} isOver={ticks === null} /> },
  ];
}

/** When the person was last notified, and by whom. */
function Notice({ notice, isOver }: Pick<Lapse, "notice"> & { isOver: boolean }) {
  const t = useTranslations("lapses");
  const by = useNoticeBy();
  if (!notice) return <span className="text-muted">{t(isOver ? "never" : "notYet")}</span>;
  return (
    <>
      <RelativeTime at={notice.at} show="local" />
      <span className="block text-muted text-xs">{by(notice)}</span>
    </>
  );
}

function useChoices(choices: Choices): PagedChoice[] {
  const t = useTranslations("lapses");
  const unknown = () => t("gone");
  const optionsOf = (name: keyof Choices) =>
    choices[name].map(({ id, name: label }) => ({ value: id, label }));
  const types: PagedChoice = {
    name: "leaveType",
    label: t("columns.type"),
    unknown,
    options: [
      { value: "", label: t("any.most") },
      { value: "all", label: t("any.leaveType") },
      ...optionsOf("leaveType"),
    ],
  };
  const named = (["location", "department"] as const).map((name) => ({
    name,
    label: t(`columns.${name}`),
    unknown,
    options: [{ value: "", label: t(`any.${name}`) }, ...optionsOf(name)],
  }));
  return [
    ...(choices.leaveType.length > 1 ? [types] : []),
    ...named.filter(({ options }) => options.length > 2),
    {
      name: "within",
      label: t("within"),
      options: [...lapseSpans, ...pastLapseSpans].map((value) => ({ value, label: t(`spans.${value}`) })),
    },
  ];
}
