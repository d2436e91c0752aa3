// biome-ignore-all lint/a11y/noRedundantRoles: written out because `display: block` takes them away in some browsers.
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/app/_ui/class-names";

/*
 * In a container narrower than 736 px (a 767 px screen less its margins) every row becomes a card whose labels
 * are the column names. The roles are written out because `display: block` takes them away in some browsers.
 */
export type TableProps = ComponentProps<"table"> & { caption: ReactNode; captionShown?: boolean };

/** A table named by its caption. */
export function Table({ caption, captionShown = false, className, children, ...rest }: TableProps) {
  return (
    <div className="@container w-full">
      <table
        {...rest}
        role="table"
        className={cn("w-full border-collapse text-start @max-[46rem]:block", className)}
      >
        <caption
          className={cn(captionShown ? "pb-2 text-start font-semibold @max-[46rem]:block" : "sr-only")}
        >
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

/** Holds one Row of HeaderCells. On cards it shows the sort buttons only. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="@max-[46rem]:block">
      <tr
        role="row"
        className="border-line border-b @max-[46rem]:flex @max-[46rem]:flex-wrap @max-[46rem]:gap-1.5 @max-[46rem]:border-0 @max-[46rem]:pb-2.5"
      >
        {children}
      </tr>
    </thead>
  );
}

export function TableBody({ children, ...rest }: ComponentProps<"tbody">) {
  return (
    <tbody {...rest} role="rowgroup" className="@max-[46rem]:flex @max-[46rem]:flex-col @max-[46rem]:gap-2.5">
      {children}
    </tbody>
  );
}

export type TableRowProps = ComponentProps<"tr"> & { selected?: boolean };

export function TableRow({ selected = false, className, ...rest }: TableRowProps) {
  return (
    <tr
      {...rest}
      role="row"
      data-selected={selected || undefined}
      className={cn(
        "border-line border-b transition-colors last:border-b-0 hover:bg-hover has-[a:focus-visible]:bg-hover data-selected:bg-accent-soft",
        "@max-[46rem]:relative @max-[46rem]:block @max-[46rem]:rounded-lg @max-[46rem]:border @max-[46rem]:bg-surface @max-[46rem]:px-3.5 @max-[46rem]:py-2 @max-[46rem]:last:border-b",
        className,
      )}
    />
  );
}

export type SortDirection = "ascending" | "descending" | "none";
export type HeaderCellProps = {
  children: ReactNode;
  /** With `onSort`, the header becomes a button; with `sortHref`, a link that keeps the order in the address. */
  sort?: SortDirection;
  onSort?: () => void;
  align?: "left" | "right";
  /** For columns of buttons: the name is read but not shown. */
  hidden?: boolean;
  className?: string;
};

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function HeaderCell({
  children,
  sort = "none",
  onSort,
  align = "left",
  hidden = false,
  className,
}: HeaderCellProps) {
  const Icon = sortIcons[sort];
  const cards = onSort ? "@max-[46rem]:block @max-[46rem]:p-0" : "@max-[46rem]:sr-only";
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={onSort ? sort : undefined}
      className={cn(
        // Said here, too: a heading cell whose table starts its text is centred by the browser.
        "px-3 py-2 text-start font-medium text-muted text-xs",
        align === "right" && "text-end",
        cards,
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "-mx-1.5 inline-flex min-h-6 items-center whitespace-nowrap gap-1 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-fg",
            "@max-[46rem]:mx-0 @max-[46rem]:min-h-9 @max-[46rem]:rounded-md @max-[46rem]:border @max-[46rem]:border-control @max-[46rem]:px-2.5",
            sort !== "none" && "text-fg",
          )}
        >
          {children}
          <Icon aria-hidden className={cn("size-3.5", sort === "none" && "text-subtle")} />
        </button>
      ) : hidden ? (
        <span className="sr-only">{children}</span>
      ) : (
        children
      )}
    </th>
  );
}

export type CellProps = ComponentProps<"td"> & {
  /** The column's name, shown on cards. Empty text shows none. */
  label: string;
  align?: "left" | "right";
  /** Names the row: a row header, and the heading of its card. */
  header?: boolean;
  /** A row menu: sits in the card's corner. */
  actions?: boolean;
};

export function Cell({
  label,
  align = "left",
  header = false,
  actions = false,
  className,
  children,
  ...rest
}: CellProps) {
  const look = cn(
    "px-3 py-2.5 text-start align-middle font-normal @max-[46rem]:wrap-anywhere",
    header && "wrap-anywhere",
    align === "right" && "text-end",
    "@max-[46rem]:px-0 @max-[46rem]:py-1 @max-[46rem]:text-start",
    cardLook({ header, actions, label }),
    className,
  );
  return header ? (
    <th {...rest} scope="row" role="rowheader" className={look}>
      {children}
    </th>
  ) : (
    <td {...rest} role="cell" data-label={label} className={look}>
      {children}
    </td>
  );
}

function cardLook({ header, actions, label }: { header: boolean; actions: boolean; label: string }): string {
  if (header) return "@max-[46rem]:block @max-[46rem]:pe-10 @max-[46rem]:font-medium";
  if (actions)
    return "w-px text-end @max-[46rem]:absolute @max-[46rem]:w-auto @max-[46rem]:top-1 @max-[46rem]:end-1.5";
  if (!label) return "@max-[46rem]:block";
  // The empty text after the slash keeps the label from being read twice: the column header is read already.
  return "@max-[46rem]:grid @max-[46rem]:grid-cols-[minmax(6.75rem,30%)_minmax(0,1fr)] @max-[46rem]:justify-items-start @max-[46rem]:gap-3 @max-[46rem]:before:text-muted @max-[46rem]:before:content-[attr(data-label)_/_'']";
}
