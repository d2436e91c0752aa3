"use client";

import { memo } from "react";
import type { ChartPlace, ChartRow, Column } from "@/app/(web)/dashboard/wallchart/chart-types";
import { colorsOf } from "@/app/(web)/dashboard/wallchart/legend";
import { unknownLetter } from "@/app/(web)/dashboard/wallchart/letters";
import { groundOf, type Mark, marksOf } from "@/app/(web)/dashboard/wallchart/marks";
import type { Words } from "@/app/(web)/dashboard/wallchart/use-words";

type Props = {
  row: ChartRow;
  columns: readonly Column[];
  place: ChartPlace | undefined;
  letters: ReadonlyMap<string, string>;
  words: Words;
  rowIndex: number;
  /** The column that the Tab key reaches: 0 is the name; null in all rows but one. */
  tabColumn: number | null;
  /** Beside the name: where they work, or that it is oneself. */
  note: string;
  isOwn?: boolean;
  /** The first and last chosen column of one's own row. */
  range?: readonly [number, number] | null;
};

/** Somebody's days. Rows that did not change are not made anew while one scrolls and walks. */
export const PersonRow = memo(function PersonRow({ row, columns, place, letters, words, ...rest }: Props) {
  const { rowIndex, tabColumn, note, isOwn = false, range = null } = rest;
  const first = columns[0]?.days[0] ?? "";
  const tab = (column: number) => (column === tabColumn ? 0 : -1);
  return (
    <tr aria-rowindex={rowIndex} data-person={row.id} data-own={isOwn || undefined} className="wc-row">
      <th scope="row" aria-colindex={1} data-column={0} tabIndex={tab(0)} className="wc-name">
        <span className="wc-name-text">
          <span className="truncate">{row.name}</span>
          {note ? <span className="wc-note">{note}</span> : null}
        </span>
      </th>
      {columns.map((column, index) => {
        const marks = marksOf(row.absences, column.days, place, first);
        const label = `${row.name}, ${words.cell(column, row.absences, place)}`;
        const isChosen = range !== null && index + 1 >= range[0] && index + 1 <= range[1];
        const { ground, holiday } = groundOf(column.days[0] ?? "", place);
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td of a grid is a gridcell
          <td
            key={column.name}
            aria-colindex={index + 2}
            aria-label={label}
            aria-selected={isOwn ? isChosen : undefined}
            title={marks.length > 0 || holiday ? label : undefined}
            data-column={index + 1}
            data-today={column.isToday || undefined}
            data-ground={column.days.length === 1 ? ground : undefined}
            data-chosen={isChosen || undefined}
            tabIndex={tab(index + 1)}
            className="wc-cell"
          >
            {column.days.length === 1 ? (
              marks.map((mark, at) => <OneMark key={keyOf(mark)} {...{ mark, letters, at }} />)
            ) : (
              <Week {...{ column, marks, place, letters }} />
            )}
          </td>
        );
      })}
    </tr>
  );
});

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
}: Pick<Props, "place" | "letters"> & { column: Column; marks: Mark[] }) {
  return (
    <span className="wc-week">
      {column.days.map((day, at) => {
        const { ground } = groundOf(day, place);
        const here = marks.filter((mark) => mark.at === at);
        if (ground === "worked" && here.length === 0) return null;
        return (
          <span key={day} data-ground={ground} className="wc-day" style={{ gridColumn: at + 1 }}>
            {here.map((mark, index) => (
              <OneMark key={keyOf(mark)} mark={mark} letters={letters} at={index} />
            ))}
          </span>
        );
      })}
    </span>
  );
}
