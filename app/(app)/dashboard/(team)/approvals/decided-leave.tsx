"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { type ListPage, useOlder } from "@/app/_kit/list/use-older";
import { Named } from "@/app/_kit/ui/avatar";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { LeaveStatusBadge, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { amountOf } from "@/server/kernel/time/amount";

type Page = inferRouterOutputs<AppRouter>["approvals"]["decided"];
type Decided = Page["items"][number];
type Place = NonNullable<Page["next"]>;

/** What the user decided, the latest first, with what became of it. */
export function DecidedLeave({ first }: { first: ListPage<Decided, Place> }) {
  const t = useTranslations("approvals.decided");
  const calls = useTRPCClient();
  const { items, older } = useOlder<Decided, Place>(
    first,
    (after) => calls.approvals.decided.query({ after }),
    first,
  );
  return (
    <ResourceList
      caption={t("caption")}
      columnsFrom={46}
      columns={useColumns()}
      rows={items}
      rowKey={({ id }) => id}
      nothing={() => <EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
      older={{ ...older, label: t("more") }}
    />
  );
}

function useColumns(): ListColumn<Decided>[] {
  const t = useTranslations("approvals.decided");
  const words = useTranslations("wallchart");
  const leaves = useTranslations("leaves");
  const approvals = useTranslations("approvals");
  const dates = useLeaveDates();
  return [
    {
      label: t("columns.leave"),
      header: true,
      className: "align-top cards:font-normal",
      cell: ({ leaveId, personName, isReached, type, durationWorkingDays, hours }) => (
        <Named isBlock name={personName}>
          {isReached ? (
            <TextLink quiet href={paths.leave(leaveId)} prefetch={false}>
              <span className="wrap-anywhere">{personName}</span>
            </TextLink>
          ) : (
            <span className="wrap-anywhere">{personName}</span>
          )}
          <span className="flex flex-wrap items-center gap-x-3 font-normal text-muted">
            {type ? <TypeName {...type} /> : words("awayType")}
            <span>{leaves("days", amountOf(durationWorkingDays, hours))}</span>
          </span>
        </Named>
      ),
    },
    { label: t("columns.dates"), className: "align-top", cell: (row) => dates(row) },
    {
      label: t("columns.decision"),
      className: "align-top",
      cell: ({ step, level, at }) => (
        <>
          {t(`actions.${step}`)}
          {level === null ? null : <span className="ms-2 text-muted text-xs">{t("level", { level })}</span>}
          <span className="block text-muted text-xs">
            <RelativeTime at={at} />
          </span>
        </>
      ),
    },
    {
      label: t("columns.now"),
      className: "align-top",
      cell: ({ step, status, statusReason, isCancelling, isChanging }) => (
        <>
          <LeaveStatusBadge {...{ status, isCancelling, isChanging }} />
          {status === "OPEN" && step === "approve" ? (
            <span className="block text-muted text-xs">{approvals("level", { level: 2 })}</span>
          ) : null}
          {statusReason ? (
            <span className="line-clamp-2 block text-muted text-xs wrap-anywhere">{statusReason}</span>
          ) : null}
        </>
      ),
    },
  ];
}
