"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { Named } from "@/app/_kit/ui/avatar";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import { EditApprovers } from "@/app/(app)/dashboard/(settings)/settings/departments/(list)/edit-approvers";
import {
  type DepartmentsQuery,
  readDepartmentsQuery,
} from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { PlacesList } from "@/app/(app)/dashboard/(settings)/settings/places-list";
import { paths } from "@/app/paths";
import { approverFilters } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

type Departments = inferRouterOutputs<AppRouter>["directory"]["departments"];
type Row = Departments["page"]["items"][number];

type Props = Pick<PagedListRecord<Row, DepartmentsQuery>, "first"> & { hasLevel2: boolean };

/** The table "Departments" as a tree, with who decides for whom: its approvers are chosen in their row. */
export function DepartmentsTable({ first, hasLevel2 }: Props) {
  const t = useTranslations("places.departments.approvers");
  const words = useTranslations("places");
  const { departments } = useTRPCClient().directory;
  return (
    <PlacesList
      of="departments"
      columnsFrom={46}
      columns={useColumns(hasLevel2)}
      choices={[
        {
          name: "approvers",
          label: t("filter"),
          options: approverFilters.map((value) => ({ value, label: t(`filters.${value}`) })),
        },
      ]}
      nothing={({ q, show }) => (
        <EmptyState
          title={q ? words("noMatch") : t("complete")}
          actions={<Button onClick={() => show()}>{q ? words("clear") : t("all")}</Button>}
        >
          {q ? words("noMatchText", { text: q }) : t("completeText")}
        </EmptyState>
      )}
      read={readDepartmentsQuery}
      first={first}
      ask={(query) => departments.page.query(query)}
    />
  );
}

/** Maximum indent; deeper departments have the same. */
const deepest = 6;

function useColumns(hasLevel2: boolean): PagedColumn<Row>[] {
  const t = useTranslations("places");
  return [
    { label: t("departments.columns.name"), header: true, cell: (row) => <Name row={row} /> },
    { label: t("departments.columns.level1"), cell: (row) => <Approvers row={row} level={1} /> },
    { label: t("departments.columns.level2"), cell: (row) => <Approvers row={row} level={2} /> },
    {
      label: t("departments.columns.people"),
      align: "right",
      cell: ({ peopleCount }) => <span className="tabular-nums">{peopleCount}</span>,
    },
    {
      label: t("departments.columns.actions"),
      actions: true,
      cell: (row) => <EditApprovers department={row} hasLevel2={hasLevel2} />,
    },
  ];
}

function Name({ row: { id, name, depth, isDefault, parentName } }: { row: Row }) {
  const t = useTranslations("places");
  return (
    <span
      className="inline-flex flex-wrap items-center gap-2 ps-(--indent)"
      style={{ "--indent": `${Math.min(depth, deepest) * 1.25}rem` } as React.CSSProperties}
    >
      {depth > 0 ? <CornerDownRight aria-hidden className="size-3.5 text-subtle" /> : null}
      <TextLink href={paths.department(id)} quiet>
        {name}
      </TextLink>
      {parentName === null ? null : (
        <VisuallyHidden>{t("departments.partOf", { name: parentName })}</VisuallyHidden>
      )}
      {isDefault ? <Badge icon={null}>{t("default")}</Badge> : null}
    </span>
  );
}

const maxNames = 3;

function Approvers({ row: { approvers }, level }: { row: Row; level: number }) {
  const t = useTranslations("places.departments");
  const names = approvers.filter((one) => one.level === level).map(({ name }) => name);
  if (names.length === 0)
    return level === 1 ? (
      <span>
        <span className="text-warning-text">{t("nobody")}</span>
        <span className="block text-muted text-sm">{t("approvers.fallback")}</span>
      </span>
    ) : (
      <span className="text-muted">–</span>
    );
  const left = names.length - maxNames;
  return (
    <span className="flex flex-col gap-1">
      {names.slice(0, maxNames).map((name) => (
        <Named key={name} name={name} />
      ))}
      {left > 0 ? <span className="text-muted">{t("more", { count: left })}</span> : null}
    </span>
  );
}
