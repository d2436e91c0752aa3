"use client";

import { useTranslations } from "next-intl";
import type { Column, DayCount } from "@/app/(web)/dashboard/wallchart/chart-types";

const none: Omit<DayCount, "date"> = { awayCount: 0, pendingCount: 0, userCount: 0 };

/** The day of a column on which most are away. */
function mostAway({ days }: Column, counts: readonly DayCount[]): Omit<DayCount, "date"> {
  const here = counts.filter(({ date }) => days.includes(date));
  return here.reduce((most, day) => (day.awayCount > most.awayCount ? day : most), here[0] ?? none);
}

/** How many are away in each column, and their share. */
export function GridFoot(props: {
  columns: readonly Column[];
  counts: readonly DayCount[];
  rowIndex: number;
}) {
  const { columns, counts, rowIndex } = props;
  const t = useTranslations("wallchart");
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex}>
        <th scope="row" aria-colindex={1} className="wc-name">
          {t("away")}
        </th>
        {columns.map((column, index) => {
          const { awayCount, pendingCount, userCount } = mostAway(column, counts);
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
              aria-colindex={index + 2}
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
        })}
      </tr>
    </tfoot>
  );
}
