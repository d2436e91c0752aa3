"use client";

import { useTranslations } from "next-intl";
import { Pager } from "@/app/_resource/pager";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { EmptyState } from "@/app/_ui/empty-state";
import { RelativeTime } from "@/app/_ui/relative-time";
import { historyPageSize } from "@/app/(web)/dashboard/open-api/_schedules/history-page";

const watchedMs = 2_000;

/** What every occurrence shows. */
interface Occurrence {
  id: string;
  status: string;
  scheduledFor: string;
  sentAt: string | null;
}

/** What a page of a history is given. */
export interface HistoryProps<Row> {
  id: string;
  /** The last occurrence that was seen before this page. */
  before: string | undefined;
  /** What the server found, one more than is shown. */
  first: Row[];
}

/** A history starts with what the server found, and is watched while one is under way. */
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
  /** The address of the newest page. */
  here: string;
  statusOf(row: Row): React.ReactNode;
  /** What comes after date, time and status. */
  more: Column<Row>[];
};

export const dash = <span className="text-muted">–</span>;

/** The table "History": what became of each occurrence. */
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
