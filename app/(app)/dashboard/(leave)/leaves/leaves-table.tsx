"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ListColumn, ListRecord } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { DecidedBy } from "@/app/(app)/dashboard/(leave)/leaves/decided-by";
import { LeaveStatusBadge } from "@/app/(app)/dashboard/(leave)/leaves/leave-status";
import type { OwnLeave } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/type-name";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import { isEffective } from "@/drizzle/schema/values";

const states = ["all", "OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"] as const;

/** The table "My leave" with its filters, which are in the URL; newest first. */
export function LeavesTable({ leaves, today }: { leaves: readonly OwnLeave[]; today: string }) {
  const t = useTranslations("leaves");
  const choices = useChoices(leaves, today);
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useLeaveColumns()}
      rows={leaves}
      rowKey={({ id }) => id}
      choices={choices}
      shown={(count) => t("list.shown", { count })}
      nothing={({ chosen, show }) => (
        <EmptyState
          title={t("list.noMatch")}
          actions={<Button onClick={() => show()}>{t("list.clear")}</Button>}
        >
          {t("list.filtered", {
            filters: choices
              .filter(({ name, options }) => chosen[name] !== options[0]?.label)
              .map(({ name }) => chosen[name])
              .join(", "),
          })}
        </EmptyState>
      )}
    />
  );
}

function useChoices(
  leaves: readonly OwnLeave[],
  today: string,
): NonNullable<ListRecord<OwnLeave>["choices"]> {
  const t = useTranslations("leaves.list");
  const locale = useLocale();
  const isPast = ({ endDate }: OwnLeave) => endDate < today;
  const times = {
    all: () => true,
    coming: (leave: OwnLeave) => isEffective(leave.status) && !isPast(leave),
    waiting: ({ status }: OwnLeave) => status === "OPEN",
    past: isPast,
  };
  const years = new Set(
    leaves.flatMap(({ startDate, endDate }) => [startDate.slice(0, 4), endDate.slice(0, 4)]),
  );
  const types = new Set(leaves.map(({ leaveTypeName }) => leaveTypeName));
  const any = { value: "all", has: () => true };
  return [
    {
      name: "when",
      label: t("when"),
      options: (["all", "coming", "waiting", "past"] as const).map((value) => ({
        value,
        label: t(`whens.${value}`),
        has: times[value],
      })),
    },
    {
      name: "year",
      label: t("year"),
      options: [
        { ...any, label: t("anyYear") },
        ...[...years]
          .sort()
          .reverse()
          .map((year) => ({
            value: year,
            label: year,
            has: ({ startDate, endDate }: OwnLeave) =>
              startDate.slice(0, 4) <= year && year <= endDate.slice(0, 4),
          })),
      ],
    },
    {
      name: "type",
      label: t("type"),
      options: [
        { ...any, label: t("anyType") },
        ...[...types]
          .sort((a, b) => a.localeCompare(b, locale))
          .map((type) => ({
            value: type,
            label: type,
            has: ({ leaveTypeName }: OwnLeave) => leaveTypeName === type,
          })),
      ],
    },
    {
      name: "state",
      label: t("state"),
      options: states.map((value) => ({
        value,
        label: t(`states.${value}`),
        has: ({ status }: OwnLeave) => value === "all" || status === value,
      })),
    },
  ];
}

/** The columns of a list of leave. */
export function useLeaveColumns(): ListColumn<OwnLeave>[] {
  const t = useTranslations("leaves");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.dates"),
      header: true,
      cell: (leave) => (
        <TextLink quiet href={paths.leave(leave.id)}>
          {dates(leave)}
        </TextLink>
      ),
      sort: { name: "dates", by: (a, b) => (a.startDate < b.startDate ? -1 : 1), largestFirst: true },
    },
    {
      label: t("columns.type"),
      cell: ({ leaveTypeName, leaveTypeColor }) => <TypeName name={leaveTypeName} color={leaveTypeColor} />,
    },
    {
      label: t("columns.days"),
      cell: ({ durationWorkingDays }) => t("days", { days: durationWorkingDays }),
    },
    { label: t("columns.status"), cell: ({ status }) => <LeaveStatusBadge status={status} /> },
    { label: t("columns.decidedBy"), cell: (leave) => <DecidedBy {...leave} /> },
  ];
}
