import { type ComponentProps, memo, type ReactNode, type Ref } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import {
  Cell,
  HeaderCell,
  type SortDirection,
  Table,
  TableBody,
  TableHead,
  type TableProps,
  TableRow,
} from "@/app/_kit/ui/table";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row. */
  header?: boolean;
  /** The column of row menus; its label is read aloud, not shown. */
  actions?: boolean;
  align?: "left" | "right";
  /** The label is not shown on cards. */
  bare?: boolean;
  /** Hidden from 1,024 px on: a panel beside the table has the same content. */
  narrowOnly?: boolean;
  className?: string | ((row: Row) => string);
  sort?: SortDirection;
  onSort?: () => void;
};

export type DataTableProps<Row> = Pick<TableProps, "caption" | "captionShown" | "columnsFrom"> & {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row that is open beside the table. */
  isSelected?: (row: Row) => boolean;
  rowClassName?: string;
  /** What stands below a row over all columns; null for nothing. */
  detailsOf?: (row: Row) => ReactNode;
  /** The heading above the rows that follow one another with it. */
  groupOf?: (row: Row) => string;
};

const goneWhenWide = "lg:hidden lg:cards:hidden";

/** A Table from a list of columns, so that each column's name is written once. For short tables; else use a ListTable. */
export function DataTable<Row>({ rows, rowKey, isSelected, rowClassName, ...frame }: DataTableProps<Row>) {
  return (
    <DataTableFrame {...frame}>
      <TableBody>
        {rows.map((row) => (
          <DataTableRow
            key={rowKey(row)}
            data-row={rowKey(row)}
            row={row}
            columns={frame.columns}
            selected={isSelected?.(row)}
            className={rowClassName}
          />
        ))}
      </TableBody>
    </DataTableFrame>
  );
}

type FrameProps<Row> = TableProps & {
  columns: readonly Column<Row>[];
  /** Receives the table's `col` elements. */
  colgroup?: Ref<HTMLTableColElement>;
};

/** Caption and headings, around a body. */
export function DataTableFrame<Row>({ columns, colgroup, children, ...table }: FrameProps<Row>) {
  return (
    <Table {...table}>
      {colgroup ? (
        <colgroup ref={colgroup}>
          {columns.map(({ label }) => (
            <col key={label} />
          ))}
        </colgroup>
      ) : null}
      {/* Rows with an aria-rowindex count the headings, too. */}
      <TableHead aria-rowindex={table["aria-rowcount"] === undefined ? undefined : 1}>
        {columns.map(({ label, actions, align, sort, onSort, narrowOnly }) => (
          <HeaderCell
            key={label}
            hidden={actions}
            align={align}
            sort={sort}
            onSort={onSort}
            className={narrowOnly ? goneWhenWide : undefined}
          >
            {label}
          </HeaderCell>
        ))}
      </TableHead>
      {children}
    </Table>
  );
}

type RowProps<Row> = Omit<ComponentProps<typeof TableRow>, "children"> & {
  row: Row;
  columns: readonly Column<Row>[];
};

function PlainRow<Row>({ row, columns, ...rest }: RowProps<Row>) {
  return (
    <TableRow {...rest}>
      {columns.map(({ label, cell, header, actions, align, bare, narrowOnly, className }) => (
        <Cell
          key={label}
          label={bare ? "" : label}
          header={header}
          actions={actions}
          align={align}
          className={cn(
            typeof className === "function" ? className(row) : className,
            narrowOnly && goneWhenWide,
          )}
        >
          {cell(row)}
        </Cell>
      ))}
    </TableRow>
  );
}

/** Scrolling a long list must not re-render the rows that stay. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
