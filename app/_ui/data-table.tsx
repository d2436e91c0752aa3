import type { Key, ReactNode } from "react";
import { Cell, HeaderCell, type SortDirection, Table, TableBody, TableHead, TableRow } from "@/app/_ui/table";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row. */
  header?: boolean;
  /** The column of row menus; its label is read, not shown. */
  actions?: boolean;
  align?: "left" | "right";
  /** On cards its label is not shown. */
  bare?: boolean;
  className?: string;
  sort?: SortDirection;
  onSort?: () => void;
};

export type DataTableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** The row that is open beside the table. */
  isSelected?: (row: Row) => boolean;
  rowClassName?: string;
};

/** A Table from a list of columns, so that each column's name is written once. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isSelected,
  rowClassName,
}: DataTableProps<Row>) {
  return (
    <Table caption={caption}>
      <TableHead>
        {columns.map(({ label, actions, align, sort, onSort }) => (
          <HeaderCell key={label} hidden={actions} align={align} sort={sort} onSort={onSort}>
            {label}
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} selected={isSelected?.(row)} className={rowClassName}>
            {columns.map(({ label, cell, header, actions, align, bare, className }) => (
              <Cell
                key={label}
                label={bare ? "" : label}
                header={header}
                actions={actions}
                align={align}
                className={className}
              >
                {cell(row)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
