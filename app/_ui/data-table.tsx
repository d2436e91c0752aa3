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
  sort?: SortDirection;
  onSort?: () => void;
};

export type DataTableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
};

/** A Table from a list of columns, so that each column's name is written once. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
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
          <TableRow key={rowKey(row)}>
            {columns.map(({ label, cell, header, actions, align }) => (
              <Cell key={label} label={label} header={header} actions={actions} align={align}>
                {cell(row)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
