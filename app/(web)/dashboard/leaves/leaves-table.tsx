"use client";

import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_resource/list-record";
import { ResourceList } from "@/app/_resource/resource-list";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { TextLink } from "@/app/_ui/text-link";
import { LeaveStatusBadge } from "@/app/(web)/dashboard/leaves/leave-status";
import type { OwnLeave } from "@/app/(web)/dashboard/leaves/own-leave";
import { TypeName } from "@/app/(web)/dashboard/leaves/type-name";
import { useLeaveDates } from "@/app/(web)/dashboard/leaves/use-leave-dates";
import { paths } from "@/app/(web)/dashboard/paths";

const states = ["all", "OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"] as const;

/** The table "My leave" with its filters, which live in the address; the latest first. */
export function LeavesTable({ leaves, today }: { leaves: readonly OwnLeave[]; today: string }) {
  const t = useTranslations("leaves");
  const isPast = ({ endDate }: OwnLeave) => endDate < today;
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns()}
      rows={leaves}
      rowKey={({ id }) => id}
      choices={[
        {
          name: "when",
          label: t("list.when"),
          options: (["all", "coming", "past"] as const).map((value) => ({
            value,
            label: t(`list.whens.${value}`),
            has: (leave: OwnLeave) => value === "all" || isPast(leave) === (value === "past"),
          })),
        },
        {
          name: "state",
          label: t("list.state"),
          options: states.map((value) => ({
            value,
            label: t(`list.states.${value}`),
            has: ({ status }: OwnLeave) => value === "all" || status === value,
          })),
        },
      ]}
      shown={(count) => t("list.shown", { count })}
      nothing={({ chosen: { when = "", state = "" }, show }) => (
        <EmptyState
          title={t("list.noMatch")}
          actions={<Button onClick={() => show()}>{t("list.clear")}</Button>}
        >
          {t("list.filtered", { when, state })}
        </EmptyState>
      )}
    />
  );
}

function useColumns(): ListColumn<OwnLeave>[] {
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
    {
      label: t("columns.decidedBy"),
      cell: ({ approverName, autoApproved }) => approverName ?? t(autoApproved ? "automatic" : "nobody"),
    },
  ];
}
