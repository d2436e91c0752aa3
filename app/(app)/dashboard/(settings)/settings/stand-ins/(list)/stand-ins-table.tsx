"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { useOlder } from "@/app/_kit/list/use-older";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { EndStandIn } from "@/app/(app)/dashboard/(settings)/settings/stand-ins/(list)/end-stand-in";
import type { AppRouter } from "@/server/api/trpc";

type Listed = inferRouterOutputs<AppRouter>["delegations"]["list"];
export type StandIn = Listed["items"][number];

const statuses = ["ACTIVE", "UPCOMING", "ENDED"] as const;
const tones = { ACTIVE: "success", UPCOMING: "accent", ENDED: "neutral" } as const;

type Props = { userId: string; initial: Listed };

/** The table "Stand-ins": the user's own stand-ins, the approvers they stand in for, and the stand-ins they manage. */
export function StandInsTable({ userId, initial }: Props) {
  // Ended and new stand-ins arrive with the page.
  const key = initial.items.map(({ id, status }) => id + status).join();
  return <Rows key={key} userId={userId} initial={initial} />;
}

function Rows({ userId, initial }: Props) {
  const t = useTranslations("settings.standIns");
  const client = useTRPCClient();
  const { items, older } = useOlder(initial, (after) => client.delegations.list.query({ after }));
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(userId)}
      rows={items}
      rowKey={({ id }) => id}
      older={older}
      choices={[
        {
          name: "time",
          label: t("filter.label"),
          options: (["all", ...statuses] as const).map((value) => ({
            value,
            label: value === "all" ? t("filter.all") : t(`status.${value}`),
            has: ({ status }: StandIn) => value === "all" || status === value,
          })),
        },
      ]}
      shown={(count) => t("shown", { count })}
      nothing={({ chosen: { time = "" }, show }) => (
        <EmptyState title={t("noMatch")} actions={<Button onClick={() => show()}>{t("clear")}</Button>}>
          {t("noMatchText", { status: time })}
        </EmptyState>
      )}
    />
  );
}

function useColumns(userId: string): ListColumn<StandIn>[] {
  const t = useTranslations("settings.standIns");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.standIn"),
      header: true,
      cell: ({ standInId, standInName }) => (standInId === userId ? t("you") : standInName),
    },
    { label: t("columns.approver"), cell: ({ isOwn, userName }) => (isOwn ? t("you") : userName) },
    { label: t("columns.departments"), cell: ({ departmentName }) => departmentName ?? t("all") },
    { label: t("columns.dates"), cell: ({ startDate, endDate }) => dates({ startDate, endDate }) },
    {
      label: t("columns.status"),
      cell: ({ status, wasEndedEarly }) => (
        <Badge tone={tones[status]}>{wasEndedEarly ? t("endedEarly") : t(`status.${status}`)}</Badge>
      ),
    },
    {
      label: t("columns.actions"),
      cell: (row) => (row.mayEnd ? <EndStandIn standIn={row} /> : <span className="text-muted">–</span>),
    },
  ];
}
