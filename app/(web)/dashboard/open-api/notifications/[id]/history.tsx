"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Pager } from "@/app/_resource/pager";
import { useTRPC } from "@/app/_trpc/client";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { RelativeTime } from "@/app/_ui/relative-time";
import { OccurrenceDestinations } from "@/app/(web)/dashboard/open-api/notifications/[id]/occurrence-destinations";
import { OccurrenceStatus } from "@/app/(web)/dashboard/open-api/notifications/[id]/occurrence-status";
import { historyPageSize } from "@/app/(web)/dashboard/open-api/notifications/history-size";
import type { OccurrenceView } from "@/app/(web)/dashboard/open-api/notifications/notification-views";
import { paths } from "@/app/(web)/dashboard/paths";

const watchedMs = 2_000;

type Props = {
  id: string;
  /** The last occurrence that was seen before this page. */
  before: string | undefined;
  /** What the server found, one more than is shown. */
  first: OccurrenceView[];
};

const isUnderWay = ({ status }: OccurrenceView): boolean => status === "pending" || status === "sending";

/** The tab "History": what became of each occurrence; watched while one is under way. */
export function History({ id, before, first }: Props) {
  const t = useTranslations("notifications.history");
  const { data } = useQuery(
    useTRPC().notifications.occurrences.queryOptions(
      { id, before, limit: historyPageSize + 1 },
      {
        initialData: first,
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? watchedMs : false),
      },
    ),
  );
  const columns = useColumns();
  const shown = data.slice(0, historyPageSize);
  const last = shown.at(-1);
  const hasOlder = data.length > historyPageSize && last;
  const here = `${paths.notification(id)}?tab=history`;
  return (
    <div className="flex flex-col gap-4">
      {shown.length > 0 ? (
        <DataTable caption={t("caption")} columns={columns} rows={shown} rowKey={(row) => row.id} />
      ) : (
        <EmptyState title={t(before ? "noOlder" : "none")}>{t("noneText")}</EmptyState>
      )}
      <Pager newest={before ? here : null} older={hasOlder ? `${here}&before=${last.id}` : null} />
    </div>
  );
}

function useColumns(): Column<OccurrenceView>[] {
  const t = useTranslations("notifications.history");
  return [
    {
      label: t("scheduledFor"),
      header: true,
      cell: ({ scheduledFor }) => <RelativeTime at={scheduledFor} show="local" />,
    },
    {
      label: t("sentAt"),
      cell: ({ sentAt }) =>
        sentAt ? <RelativeTime at={sentAt} show="local" /> : <span className="text-muted">–</span>,
    },
    { label: t("status"), cell: (row) => <OccurrenceStatus occurrence={row} /> },
    { label: t("destinations"), cell: (row) => <OccurrenceDestinations occurrence={row} /> },
  ];
}
