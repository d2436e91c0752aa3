"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Named } from "@/app/_kit/ui/avatar";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import {
  readStandInsQuery,
  type StandInsQuery,
  standInTimes,
} from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import type { AppRouter } from "@/server/api/trpc";

/** "End", which asks first. */
function EndStandIn({ standIn: { id, standInName, userName } }: { standIn: StandIn }) {
  const t = useTranslations("settings.standIns.end");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      label={
        <>
          <span aria-hidden>{t("button")}</span>
          <VisuallyHidden>{t("of", { name: standInName })}</VisuallyHidden>
        </>
      }
      button={{ variant: "secondary", size: "sm" }}
      title={t("title")}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.delegations.end.mutate({ id });
        return { message: t("done") };
      }}
    >
      <p>{t("text", { standIn: standInName, approver: userName })}</p>
    </ConfirmButton>
  );
}

export type StandIn = inferRouterOutputs<AppRouter>["delegations"]["page"]["items"][number];

const tones = { ACTIVE: "success", UPCOMING: "accent", ENDED: "neutral" } as const;

type Props = { userId: string; first: PagedListRecord<StandIn, StandInsQuery>["first"] };

/** The table "Stand-ins": the user's own stand-ins, the approvers they stand in for, and the stand-ins they manage. */
export function StandInsTable({ userId, first }: Props) {
  const t = useTranslations("settings.standIns");
  const { delegations } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(userId)}
      rowKey={({ id }) => id}
      choices={[
        {
          name: "time",
          label: t("filter.label"),
          options: standInTimes.map((value) => ({
            value,
            label: value === "all" ? t("filter.all") : t(`status.${value}`),
          })),
        },
      ]}
      read={readStandInsQuery}
      first={first}
      ask={(query) => delegations.page.query(query)}
      shown={(count) => t("shown", { count })}
      nothing={({ chosen: { time = "" }, show }) => (
        <EmptyState title={t("noMatch")} actions={<Button onClick={() => show()}>{t("clear")}</Button>}>
          {t("noMatchText", { status: time })}
        </EmptyState>
      )}
    />
  );
}

function useColumns(userId: string): PagedColumn<StandIn>[] {
  const t = useTranslations("settings.standIns");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.standIn"),
      header: true,
      cell: ({ standInId, standInName }) => (
        <Named name={standInName}>{standInId === userId ? t("you") : standInName}</Named>
      ),
    },
    {
      label: t("columns.approver"),
      cell: ({ isOwn, userName }) => <Named name={userName}>{isOwn ? t("you") : userName}</Named>,
    },
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
