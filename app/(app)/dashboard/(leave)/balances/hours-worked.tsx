"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { useTRPCClient } from "@/app/_trpc/client";
import { HoursDialog } from "@/app/(app)/dashboard/(leave)/balances/hours-dialog";
import { ListCard } from "@/app/(app)/dashboard/(leave)/balances/list-card";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";

type Listed = inferRouterOutputs<AppRouter>["hoursWorked"]["list"];
export type Hours = Listed["items"][number];

type Props = {
  userId: string;
  initial: Listed;
  /** Whether the viewer enters hours of the person. */
  leads: boolean;
};

/** The hours that a person worked, the last reported first; who manages the person enters more. */
export function HoursWorked({ userId, initial, leads }: Props) {
  const t = useTranslations("balances.hours");
  const client = useTRPCClient();
  return (
    <ListCard
      name="hours"
      title={t("title")}
      text={t("text")}
      actions={leads ? <HoursDialog userId={userId} last={lastOf(initial.items)} /> : null}
      empty={{ title: t("none"), text: t("noneText") }}
      columnsFrom={40}
      columns={useColumns(leads)}
      initial={initial}
      ask={(after) => client.hoursWorked.list.query({ userId, after })}
      stampOf={({ id, updatedAt }) => `${id} ${updatedAt}`}
    />
  );
}

/** The latest period of these. */
const lastOf = ([first, ...rest]: readonly Hours[]): Hours | null =>
  first ? rest.reduce((last, one) => (one.lastDay > last.lastDay ? one : last), first) : null;

function useColumns(leads: boolean): ListColumn<Hours>[] {
  const t = useTranslations("balances.hours");
  const dates = useLeaveDates();
  const periodOf = ({ firstDay, lastDay }: Hours) => dates({ startDate: firstDay, endDate: lastDay });
  const columns: ListColumn<Hours>[] = [
    { label: t("columns.period"), header: true, cell: periodOf },
    {
      label: t("columns.hours"),
      align: "right",
      cell: ({ hours }) => <span className="tabular-nums">{t("amount", { hours })}</span>,
    },
    { label: t("columns.source"), cell: ({ source }) => t(`sources.${source}`) },
  ];
  if (!leads) return columns;
  const actions: ListColumn<Hours> = {
    label: t("columns.actions"),
    cell: (row) => (
      <span className="flex flex-wrap gap-2">
        <HoursDialog userId={row.userId} changed={row} />
        <DeleteHours hours={row} period={periodOf(row)} />
      </span>
    ),
  };
  return [...columns, actions];
}

/** "Delete", which takes back the days that the hours gave. */
function DeleteHours({ hours: { id, hours }, period }: { hours: Hours; period: string }) {
  const t = useTranslations("balances.hours.delete");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "secondary", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.hoursWorked.delete.mutate({ id });
        return { message: t("done") };
      }}
    >
      <p>{t("text", { hours, period })}</p>
    </ConfirmButton>
  );
}
