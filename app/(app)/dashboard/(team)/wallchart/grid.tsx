"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, memo, useMemo, useRef } from "react";
import type { RulesByDay } from "@/app/(app)/dashboard/(team)/wallchart/chart-row";
import type {
  ChartPage,
  ChartPlace,
  Column,
  DayCount,
  ExemptPeople,
  RuledDay,
} from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { ChosenDays } from "@/app/(app)/dashboard/(team)/wallchart/chosen-days";
import { ColumnHead } from "@/app/(app)/dashboard/(team)/wallchart/column-head";
import { GridBody } from "@/app/(app)/dashboard/(team)/wallchart/grid-body";
import { roles } from "@/app/(app)/dashboard/(team)/wallchart/grid-roles";
import { height, linesOf, pixelsInRem } from "@/app/(app)/dashboard/(team)/wallchart/lines";
import { maxOf } from "@/app/(app)/dashboard/(team)/wallchart/max-of";
import { useGridKeys } from "@/app/(app)/dashboard/(team)/wallchart/use-grid-keys";

type GridFootProps = {
  columns: readonly Column[];
  counts: readonly DayCount[];
  /** The days on which leave rules let no one more be away. */
  ruled: readonly RuledDay[];
};

/** The number of absences in each column, their share, and apart from them who works elsewhere. */
function GridFoot({ rowIndex, ...counted }: GridFootProps & { rowIndex: number }) {
  const t = useTranslations("wallchart");
  const isApart = counted.counts.some(({ elsewhereCount }) => elsewhereCount > 0);
  return (
    <tfoot {...roles.group} data-apart={isApart || undefined}>
      <tr {...roles.row} aria-rowindex={rowIndex}>
        <th {...roles.name} scope="row" className="wc-name">
          <span className="wc-foot-names">
            <span>{t("away")}</span>
            {isApart ? <span className="wc-elsewhere">{t("elsewhere")}</span> : null}
          </span>
        </th>
        <Counts {...counted} />
      </tr>
    </tfoot>
  );
}

const Counts = memo(function Counts({ columns, counts, ruled }: GridFootProps) {
  const t = useTranslations("wallchart");
  return columns.map((column) => {
    const { awayCount, pendingCount, elsewhereCount, userCount } = maxOf(column, counts);
    const share = userCount ? Math.round((awayCount / userCount) * 100) : 0;
    const rules = ruled.filter(({ date }) => column.days.includes(date)).flatMap(({ names }) => names);
    const counted = t(column.days.length > 1 ? "weekCount" : "count", {
      day: column.name,
      away: awayCount,
      people: userCount,
      pending: pendingCount,
      elsewhere: elsewhereCount,
    });
    const words =
      rules.length > 0 ? `${counted}. ${t("ruled", { rules: [...new Set(rules)].join(", ") })}` : counted;
    return (
      <td
        key={column.name}
        {...roles.cell}
        aria-label={words}
        title={words}
        data-today={column.isToday || undefined}
        data-ruled={rules.length > 0 || undefined}
        className="wc-count"
      >
        {userCount ? (
          <>
            <span className={awayCount ? "wc-count-number" : "wc-count-none"}>{awayCount}</span>
            <span className="wc-count-share">{awayCount ? `${share}%` : ""}</span>
            {elsewhereCount ? <span className="wc-elsewhere">{elsewhereCount}</span> : null}
          </>
        ) : null}
      </td>
    );
  });
});

type Props = {
  chart: ChartPage;
  columns: readonly Column[];
  places: ReadonlyMap<string, ChartPlace>;
  letters: ReadonlyMap<string, string>;
  counts: DayCount[] | null;
  ruled: readonly RuledDay[];
  exempt: readonly ExemptPeople[];
  title: string;
  /** The filters and the order of people. */
  people: string;
  showsPlaces: boolean;
  isPrinting: boolean;
  canLoadMore: boolean;
  loadMore: () => void;
  loadAll: () => unknown;
};

/** The rules that shade each row: those for everyone shown, but for people whom they exempt. */
function rulesOfRows(ruled: readonly RuledDay[], exempt: readonly ExemptPeople[]) {
  const without = (names: readonly string[]): RulesByDay =>
    new Map(
      ruled.flatMap(({ date, namesForAll }) => {
        const left = namesForAll.filter((name) => !names.includes(name));
        return left.length > 0 ? [[date, left] as const] : [];
      }),
    );
  const everyone = without([]);
  const exemptFrom = new Map<string, string[]>();
  for (const { name, userIds } of exempt)
    for (const id of userIds) exemptFrom.set(id, [...(exemptFrom.get(id) ?? []), name]);
  const theirs = new Map([...exemptFrom].map(([id, names]) => [id, without(names)]));
  return (id: string): RulesByDay => theirs.get(id) ?? everyone;
}

/** People by days: sticky on both sides, with the rows around the screen. */
export function Grid({
  chart,
  columns,
  places,
  letters,
  counts,
  ruled,
  exempt,
  title,
  loadAll,
  ...rest
}: Props) {
  const t = useTranslations("wallchart");
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { own, people, next } = chart;

  const lines = useMemo(() => linesOf(people), [people]);
  const everybody = useMemo(() => (own ? [own, ...people] : people), [own, people]);
  const rowsOnScreen = () => {
    const room = (scroller.current?.clientHeight ?? 0) / pixelsInRem() - height.head - height.foot;
    return Math.floor(room / height.person) - 1;
  };
  const loadRest = next ? loadAll : null;
  const keys = { table, people: everybody, own, columns, rowsOnScreen, loadRest };
  const { spot, range, chosen, handlers } = useGridKeys(keys);
  const rulesOf = useMemo(() => rulesOfRows(ruled, exempt), [ruled, exempt]);
  const rowCount = 1 + (own ? 1 : 0) + lines.length;
  const isWeeks = (columns[0]?.days.length ?? 1) > 1;
  return (
    <div ref={scroller} className="wc-scroller" data-printing={rest.isPrinting || undefined}>
      <p id="wallchart-keys" className="sr-only">
        {t("keys")}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid made of a table (APG)
        role="grid"
        aria-label={`${t("title")}, ${title}`}
        aria-describedby="wallchart-keys"
        aria-rowcount={next ? -1 : rowCount + (counts ? 1 : 0)}
        aria-multiselectable={own ? true : undefined}
        className="wc-table"
        style={{ "--columns": columns.length } as CSSProperties}
        data-weeks={isWeeks || undefined}
        {...handlers}
      >
        <GridHead columns={columns} />
        <GridBody
          {...{ own, lines, columns, places, letters, spot, range, scroller }}
          rulesOf={rulesOf}
          {...rest}
        />
        {counts ? <GridFoot columns={columns} counts={counts} ruled={ruled} rowIndex={1 + rowCount} /> : null}
      </table>
      <ChosenDays columns={columns} {...chosen} />
    </div>
  );
}

const GridHead = memo(function GridHead({ columns }: Pick<Props, "columns">) {
  const t = useTranslations("wallchart");
  return (
    <thead {...roles.group}>
      <tr {...roles.row} aria-rowindex={1}>
        <th {...roles.head} scope="col" className="wc-corner">
          {t("person")}
        </th>
        {columns.map((column) => (
          <ColumnHead key={column.name} {...roles.head} column={column} />
        ))}
      </tr>
    </thead>
  );
});
