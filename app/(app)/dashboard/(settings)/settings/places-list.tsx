"use client";

import { useTranslations } from "next-intl";
import type { ListQuery, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";

type Props<Row, Query extends ListQuery> = Pick<
  PagedListRecord<Row, Query>,
  "columnsFrom" | "columns" | "read" | "first" | "ask" | "choices" | "nothing"
> & { of: "departments" | "locations" | "labels" };

/** The list of departments, of locations, or of labels, searched by name. */
export function PlacesList<Row extends { id: string }, Query extends ListQuery>({
  of,
  ...list
}: Props<Row, Query>) {
  const t = useTranslations("places");
  return (
    <PagedList
      caption={t(`${of}.title`)}
      rowKey={({ id }) => id}
      search={{ label: t(`${of}.search`) }}
      shown={(count) => t(`${of}.shown`, { count })}
      nothing={({ q, show }) => (
        <EmptyState title={t("noMatch")} actions={<Button onClick={() => show()}>{t("clear")}</Button>}>
          {t("noMatchText", { text: q })}
        </EmptyState>
      )}
      {...list}
    />
  );
}
