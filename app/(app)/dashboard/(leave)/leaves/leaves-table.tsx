"use client";

import { useTranslations } from "next-intl";
import type { ListColumn, PagedChoice, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  DecidedBy,
  LeaveStatusBadge,
  OpenQuestion,
  type OwnLeave,
  TypeName,
} from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import {
  type LeaveChoices,
  type LeavesQuery,
  readLeavesQuery,
  states,
  whens,
} from "@/app/(app)/dashboard/(leave)/list-queries";
import { paths } from "@/app/paths";
import { amountOf } from "@/server/kernel/time/amount";

type Props = { choices: LeaveChoices; first: PagedListRecord<OwnLeave, LeavesQuery>["first"] };

/** The table "My leave" with its filters, which are in the URL; newest first. */
export function LeavesTable({ choices: given, first }: Props) {
  const t = useTranslations("leaves");
  const { leaves } = useTRPCClient();
  const choices = useChoices(given);
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={46}
      columns={useLeaveColumns()}
      rowKey={({ id }) => id}
      choices={choices}
      read={(address) => readLeavesQuery(address, given)}
      first={first}
      ask={(query) => leaves.page.query(query)}
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

function useChoices({ years, types }: LeaveChoices): PagedChoice[] {
  const t = useTranslations("leaves.list");
  const named = (value: string) => ({ value, label: value });
  return [
    {
      name: "when",
      label: t("when"),
      options: whens.map((value) => ({ value, label: t(`whens.${value}`) })),
    },
    { name: "year", label: t("year"), options: [{ value: "all", label: t("anyYear") }, ...years.map(named)] },
    { name: "type", label: t("type"), options: [{ value: "all", label: t("anyType") }, ...types.map(named)] },
    {
      name: "state",
      label: t("state"),
      options: states.map((value) => ({ value, label: t(`states.${value}`) })),
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
      label: t("columns.duration"),
      cell: ({ durationWorkingDays, hours, dayHours }) =>
        t("days", amountOf(durationWorkingDays, hours, dayHours)),
    },
    {
      label: t("columns.status"),
      cell: ({ id, openQuestion, status, isCancelling, isChanging }) => (
        <span className="flex flex-col items-start gap-1">
          <LeaveStatusBadge {...{ status, isCancelling, isChanging }} />
          <OpenQuestion {...{ id, openQuestion }} />
        </span>
      ),
    },
    { label: t("columns.decidedBy"), cell: (leave) => <DecidedBy {...leave} /> },
  ];
}
