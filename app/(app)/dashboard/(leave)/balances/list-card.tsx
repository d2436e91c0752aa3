"use client";

import type { ReactNode } from "react";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { type ListPage, useOlder } from "@/app/_kit/list/use-older";
import { FoldingCard } from "@/app/_kit/ui/folding-card";

type Props<Row, Place> = {
  /** Begins the id of its heading. */
  name: string;
  title: string;
  text: string;
  actions?: ReactNode;
  /** Said where there are no rows. */
  empty?: { title: string; text: string };
  /** As in `ResourceList`. */
  columnsFrom: 40 | 46;
  columns: ListColumn<Row>[];
  initial: ListPage<Row, Place>;
  ask: (after: Place) => Promise<ListPage<Row, Place>>;
  /** All of a row that may change: the list starts anew when the page arrives with other rows. */
  stampOf: (row: Row) => string;
};

/** What was given to a person, the last first: credits, hours worked, adjustments. A phone shows the titles. */
export function ListCard<Row extends { id: string }, Place>({
  name,
  title,
  text,
  actions,
  empty,
  columnsFrom,
  columns,
  initial,
  ask,
  stampOf,
}: Props<Row, Place>) {
  const { items, older } = useOlder(initial, ask, initial.items.map(stampOf).join());
  return (
    <FoldingCard title={title} titleId={`${name}-title`} description={text} actions={actions}>
      {items.length === 0 && empty ? (
        <p className="text-muted">
          <span className="block font-medium text-text">{empty.title}</span>
          {empty.text}
        </p>
      ) : (
        <ResourceList
          caption={title}
          columnsFrom={columnsFrom}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          older={older}
        />
      )}
    </FoldingCard>
  );
}
