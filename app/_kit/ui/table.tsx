// biome-ignore-all lint/a11y/noRedundantRoles: written out because `display: block` takes them away in some browsers.
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

/**
 * The width that the columns need, in rem, and the name of the container that measures it. Beside the navigation a window of 1280 px and
 * more leaves 64, less a scroll bar.
 */
const containers = {
  36: "@container/columns-from-36",
  40: "@container/columns-from-40",
  46: "@container/columns-from-46",
  60: "@container/columns-from-60",
  63: "@container/columns-from-63",
};

export type TableProps = ComponentProps<"table"> & {
  caption: ReactNode;
  captionShown?: boolean;
  /** In a container narrower than this, in rem, every row is a card whose labels are the column names. */
  columnsFrom?: keyof typeof containers;
};

/** A table named by its caption. */
export function Table({
  caption,
  captionShown = false,
  columnsFrom = 46,
  className,
  children,
  ...rest
}: TableProps) {
  return (
    <div className={cn("w-full", containers[columnsFrom])}>
      <table
        {...rest}
        role="table"
        className={cn("w-full border-collapse text-start cards:block", className)}
      >
        <caption className={cn(captionShown ? "pb-2 text-start font-semibold cards:block" : "sr-only")}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

/** Contains one Row of HeaderCells. On cards it shows the sort buttons only. */
export function TableHead({ children, ...rest }: Omit<ComponentProps<"tr">, "className">) {
  return (
    <thead role="rowgroup" className="cards:block">
      <tr
        {...rest}
        role="row"
        className="border-line border-b cards:flex cards:flex-wrap cards:gap-1.5 cards:border-0 cards:pb-2.5"
      >
        {children}
      </tr>
    </thead>
  );
}

export function TableBody({ children, className, ...rest }: ComponentProps<"tbody">) {
  return (
    <tbody
      {...rest}
      role="rowgroup" // Rows that are no cards on a phone but lines of a list stand without a gap.
      className={cn("cards:flex cards:flex-col cards:gap-2.5 cards:has-[>.plain-row]:gap-0", className)}
    >
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
        "cards:relative cards:block wide-cards:grid wide-cards:grid-cols-2 wide-cards:items-start wide-cards:gap-x-8 cards:rounded-lg cards:border cards:bg-surface cards:px-3.5 cards:py-2 cards:last:border-b",
        className,
      )}
    />
  );
}

/** A heading within a table, above the rows of its group. */
export function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row" className="border-line border-b cards:block">
      <td role="cell" colSpan={columns} className="bg-sunken px-3 py-1.5 cards:block cards:rounded-md">
        <h2 className="font-medium text-muted text-xs">{children}</h2>
      </td>
    </tr>
  );
}

/** What belongs to the row above it, over all columns. Renders nothing without content. */
export function DetailsRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr role="row" className="border-line border-b cards:block cards:border-0">
      <td role="cell" colSpan={columns} className="cards:block">
        {children}
      </td>
    </tr>
  );
}

export type SortDirection = "ascending" | "descending" | "none";
export type HeaderCellProps = {
  children: ReactNode;
  /** With `onSort`, the header becomes a button; with `sortHref`, a link that keeps the order in the address. */
  sort?: SortDirection;
  onSort?: () => void;
  align?: "left" | "right";
  /** For columns of buttons: the name is read aloud but not shown. */
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
  const cards = onSort ? "cards:block cards:p-0" : "cards:sr-only";
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={onSort ? sort : undefined}
      className={cn(
        // Repeated here: the browser centres a heading cell inside a table with `text-start`.
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
            "cards:mx-0 cards:min-h-9 pointer-coarse:min-h-11 cards:pointer-coarse:min-h-11 cards:rounded-md cards:border cards:border-control cards:px-2.5",
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
    "px-3 py-2.5 text-start align-middle font-normal cards:wrap-anywhere cards:[&_:not(select)]:whitespace-normal",
    header && "wrap-anywhere",
    align === "right" && "text-end",
    "cards:px-0 cards:py-1 cards:text-start",
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
  if (header) return "cards:block cards:pe-10 cards:font-medium wide-cards:col-span-full";
  if (actions) return "w-px text-end cards:absolute cards:w-auto cards:top-1 cards:end-1.5";
  if (!label) return "cards:block";
  // The empty text after the slash keeps screen readers from reading the label twice: they read the column header already.
  return "cards:grid cards:grid-cols-[minmax(6.63rem,30%)_minmax(0,1fr)] cards:justify-items-start cards:gap-3 cards:before:text-muted cards:before:content-[attr(data-label)_/_'']";
}
