"use client";

import { memo, type ReactNode } from "react";
import { Avatar } from "@/app/_kit/ui/avatar";
import type {
  ChartAbsence,
  ChartPlace,
  ChartRow,
  Column,
} from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { roles } from "@/app/(app)/dashboard/(team)/wallchart/grid-roles";
import { colorsOf, unknownLetter } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { absencesIn, groundOf, type Mark, marksOf } from "@/app/(app)/dashboard/(team)/wallchart/marks";
import type { Words } from "@/app/(app)/dashboard/(team)/wallchart/use-words";

/** The names of rules by day. */
export type RulesByDay = ReadonlyMap<string, readonly string[]>;
const noRules: RulesByDay = new Map();
const none: readonly string[] = [];

const isWorked = (ground: string): boolean => ground === "worked" || ground === "halfHoliday";

/** The rules on the days of a column that the person's place works. */
function rulesIn(ruled: RulesByDay, { days }: Column, place: ChartPlace | undefined): readonly string[] {
  if (ruled.size === 0) return none;
  const worked = days.filter((day) => ruled.has(day) && isWorked(groundOf(day, place).ground));
  return [...new Set(worked.flatMap((day) => ruled.get(day) ?? none))];
}

type Props = {
  row: ChartRow;
  columns: readonly Column[];
  place: ChartPlace | undefined;
  letters: ReadonlyMap<string, string>;
  words: Words;
  /** The rules by which no one shown can be away, by day. */
  ruled?: RulesByDay;
  rowIndex: number;
  /** The offset from the first row, in rem; undefined in normal flow, in a table that is no grid. */
  top?: number;
  /** The tab stop's column: 0 is the name; null in all rows but one. */
  tabColumn: number | null;
  /** Beside the name: the location, or "you". */
  note: string;
  isOwn?: boolean;
  /** The first and last selected column of the user's own row. */
  range?: readonly [number, number] | null;
};

/** An employee's days. Memoised: unchanged rows do not render again while scrolling or navigating. */
export const PersonRow = memo(function PersonRow({ row, columns, place, letters, words, ...rest }: Props) {
  const { rowIndex, top, tabColumn, note, isOwn = false, range = null, ruled = noRules } = rest;
  const first = columns[0]?.days[0] ?? "";
  const tab = (column: number) => (column === tabColumn ? 0 : -1);
  const isGrid = top !== undefined;
  return (
    <tr
      {...(isGrid ? roles.row : null)}
      aria-rowindex={rowIndex}
      data-person={row.id}
      data-own={isOwn || undefined}
      className="wc-row"
      // The user's own row is sticky, as the style sheet defines.
      style={isGrid && !isOwn ? { top: `${top}rem` } : undefined}
    >
      <th scope="row" {...(isGrid ? roles.name : null)} tabIndex={tab(0)} className="wc-name">
        {isGrid ? <Avatar name={row.name} size="sm" className="wc-face" /> : null}
        <span className="wc-name-text">
          <span className="truncate">{row.name}</span>
          {note ? <span className="wc-note">{note}</span> : null}
        </span>
      </th>
      {columns.map((column, index) => {
        const here = absencesIn(row.absences, column.days);
        const rules = rulesIn(ruled, column, place);
        const label = `${row.name}, ${words.cell(column, here, place, rules)}`;
        const isChosen = range !== null && index + 1 >= range[0] && index + 1 <= range[1];
        const { ground, holiday } = groundOf(column.days[0] ?? "", place);
        const content = contentOf({ column, absences: here, place, letters, first, ruled });
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td of a grid is a gridcell
          <td
            key={column.name}
            {...(isGrid ? roles.cell : null)}
            aria-label={label}
            aria-selected={isOwn ? isChosen : undefined}
            title={here.length > 0 || holiday || rules.length > 0 ? label : undefined}
            data-today={column.isToday || undefined}
            data-ground={column.days.length === 1 && ground !== "worked" ? ground : undefined}
            data-ruled={(column.days.length === 1 && rules.length > 0) || undefined}
            data-chosen={isChosen || undefined}
            tabIndex={tab(index + 1)}
            className={content ? "wc-cell wc-taken" : "wc-cell"}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
});

type CellProps = Pick<Props, "place" | "letters"> & {
  column: Column;
  /** The absences in this column. */
  absences: readonly ChartAbsence[];
  first: string;
  ruled: RulesByDay;
};

/** The marks of a day, or the days of a week; null if there is nothing to draw, as in nearly all cells. */
function contentOf({ column, absences, place, letters, first, ruled }: CellProps): ReactNode {
  const isWeek = column.days.length > 1;
  if (absences.length === 0 && !isWeek) return null;
  const marks = marksOf(absences, column.days, place, first);
  if (isWeek) return <Week {...{ column, marks, place, letters, ruled }} />;
  return marks.map((mark, at) => <OneMark key={keyOf(mark)} {...{ mark, letters, at }} />);
}

const keyOf = ({ absence }: Mark) => `${absence.startDate} ${absence.startMinutes} ${absence.status}`;

function OneMark({ mark, letters, at }: { mark: Mark; letters: ReadonlyMap<string, string>; at: number }) {
  const { absence, fill, starts, ends, isFree } = mark;
  return (
    <span
      data-status={absence.status}
      data-fill={fill}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
      data-free={isFree || undefined}
      className="wc-mark"
      style={{ ...colorsOf(absence.type?.color), "--at": at } as React.CSSProperties}
    >
      <span className="wc-letter">{absence.type ? letters.get(absence.type.name) : unknownLetter}</span>
    </span>
  );
}

/** The days of a week side by side in one cell. */
function Week({
  column,
  marks,
  place,
  letters,
  ruled,
}: Pick<CellProps, "place" | "letters" | "column" | "ruled"> & { marks: Mark[] }) {
  return (
    <span className="wc-week">
      {column.days.map((day, at) => {
        const { ground } = groundOf(day, place);
        const here = marks.filter((mark) => mark.at === at);
        const isRuled = isWorked(ground) && ruled.has(day);
        if (ground === "worked" && here.length === 0 && !isRuled) return null;
        return (
          <span
            key={day}
            data-ground={ground}
            data-ruled={isRuled || undefined}
            className="wc-day"
            style={{ gridColumn: at + 1 }}
          >
            {here.map((mark, index) => (
              <OneMark key={keyOf(mark)} mark={mark} letters={letters} at={index} />
            ))}
          </span>
        );
      })}
    </span>
  );
}
