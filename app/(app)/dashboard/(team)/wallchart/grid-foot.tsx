"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import type { Column, DayCount } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { roles } from "@/app/(app)/dashboard/(team)/wallchart/grid-roles";

const none: Omit<DayCount, "date"> = { awayCount: 0, pendingCount: 0, userCount: 0 };

/** The day of a column with the most absences. */
function maxAway({ days }: Column, counts: readonly DayCount[]): Omit<DayCount, "date"> {
  const here = counts.filter(({ date }) => days.includes(date));
  return here.reduce((most, day) => (day.awayCount > most.awayCount ? day : most), here[0] ?? none);
}

type Props = { columns: readonly Column[]; counts: readonly DayCount[] };

/** The number of absences in each column, and their share. */
export function GridFoot({ rowIndex, ...counted }: Props & { rowIndex: number }) {
  const t = useTranslations("wallchart");
  return (
    <tfoot {...roles.group}>
      <tr {...roles.row} aria-rowindex={rowIndex}>
        <th {...roles.name} scope="row" className="wc-name">
          {t("away")}
        </th>
        <Counts {...counted} />
      </tr>
    </tfoot>
  );
}

const Counts = memo(function Counts({ columns, counts }: Props) {
  const t = useTranslations("wallchart");
  return columns.map((column) => {
    const { awayCount, pendingCount, userCount } = maxAway(column, counts);
    const share = userCount ? Math.round((awayCount / userCount) * 100) : 0;
    const words = t(column.days.length > 1 ? "weekCount" : "count", {
      day: column.name,
      away: awayCount,
      people: userCount,
      pending: pendingCount,
    });
    return (
      <td
        key={column.name}
        {...roles.cell}
        aria-label={words}
        title={words}
        data-today={column.isToday || undefined}
        className="wc-count"
      >
        {userCount ? (
          <>
            <span className={awayCount ? "wc-count-number" : "wc-count-none"}>{awayCount}</span>
            <span className="wc-count-share">{awayCount ? `${share}%` : ""}</span>
          </>
        ) : null}
      </td>
    );
  });
});
