import type { ComponentProps } from "react";
import type { Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";

type Props = Omit<ComponentProps<"th">, "children" | "className" | "scope"> & { column: Column };

/** The head of a day or week: short on screen, in full for screen readers. */
export function ColumnHead({ column: { name, top, bottom, isToday }, ...props }: Props) {
  return (
    <th
      {...props}
      scope="col"
      aria-label={name}
      aria-current={isToday ? "date" : undefined}
      className="wc-column"
    >
      <span aria-hidden className="wc-column-top">
        {top}
      </span>
      <span aria-hidden className="wc-column-bottom">
        {bottom}
      </span>
    </th>
  );
}
