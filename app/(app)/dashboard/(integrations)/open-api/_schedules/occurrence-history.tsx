"use client";

import { useTranslations } from "next-intl";
import { Pager } from "@/app/_kit/list/pager";
import { type Column, DataTable } from "@/app/_kit/ui/data-table";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { historyPageSize } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/history-page";

const watchedMs = 2_000;

/** The fields that every occurrence has. */
interface Occurrence {
  id: string;
  status: string;
  scheduledFor: string;
  sentAt: string | null;
}

/** The props of a history page. */
export interface HistoryProps<Row> {
  id: string;
  /** Cursor: the last occurrence of the previous page. */
  before: string | undefined;
  /** The server's rows, one more than is shown. */
  first: Row[];
}

/** Query options for a history: starts with the server's rows, and polls while an occurrence is in progress. */
export const watchedFrom = <Row extends Occurrence>(first: Row[]) => ({
  initialData: first,
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Row[] | undefined } }) =>
    state.data?.some(({ status }) => status === "pending" || status === "sending") ? watchedMs : false,
});

type Props<Row> = {
  words: "notifications.history" | "reports.history";
  /** One more than is shown. */
  rows: Row[];
  before: string | undefined;
  /** The path of the newest page. */
  here: string;
  statusOf(row: Row): React.ReactNode;
  /** The columns after date, time and status. */
  more: Column<Row>[];
};

export const dash = <span className="text-muted">–</span>;

/** The table "History": the outcome of each occurrence. */
export function OccurrenceHistory<Row extends Occurrence>({
  words,
  rows,
  before,
  here,
  statusOf,
  more,
}: Props<Row>) {
  const t = useTranslations(words);
  const shown = rows.slice(0, historyPageSize);
  const last = shown.at(-1);
  const hasOlder = rows.length > historyPageSize && last;
  const columns: Column<Row>[] = [
    {
      label: t("scheduledFor"),
      header: true,
      cell: ({ scheduledFor }) => <RelativeTime at={scheduledFor} show="local" />,
    },
    {
      label: t("sentAt"),
      cell: ({ sentAt }) => (sentAt ? <RelativeTime at={sentAt} show="local" /> : dash),
    },
    { label: t("status"), cell: statusOf },
    ...more,
  ];
  return (
    <div className="flex flex-col gap-4">
      {shown.length > 0 ? (
        <DataTable caption={t("caption")} columns={columns} rows={shown} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title={t(before ? "noOlder" : "none")}>{t("noneText")}</EmptyState>
      )}
      <Pager
        newest={before ? here : null}
        older={hasOlder ? `${here}${here.includes("?") ? "&" : "?"}before=${last.id}` : null}
      />
    </div>
  );
}
