"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { DownloadView } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";
import type { ReportFormat } from "@/drizzle/schema/values";

const watchedMs = 500;
const isRunning = (download: DownloadView | null | undefined) => download?.status === "running";

/** The browser saves the file and stays on the page. */
function save(id: string): void {
  const link = document.createElement("a");
  link.href = paths.reportDownload(id);
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}

/** Requests a file, polls it, and saves it when it is ready. @param last the previous download */
function useDownload(reportId: string, last: DownloadView | null) {
  const trpc = useTRPC();
  const calls = useTRPCClient();
  const [shown, setShown] = useState(last);
  // Requested here rather than found after a reload: the file is then saved without another click.
  const [isOwn, setOwn] = useState(false);

  const watch = async () => {
    if (!shown) return shown;
    const now = await calls.scheduledReports.download.query({ id: shown.id });
    setShown(now);
    if (now.status === "ready" && isOwn) save(now.id);
    return now;
  };
  const { error } = useQuery({
    queryKey: [...trpc.scheduledReports.download.pathKey(), "watch", shown?.id],
    queryFn: watch,
    enabled: isRunning(shown),
    refetchInterval: watchedMs,
    gcTime: 0,
  });
  const {
    send: ask,
    isPending,
    error: failure,
  } = useCall((work: () => Promise<DownloadView | null>) => work(), { onDone: setShown });
  const start = () => {
    setOwn(true);
    return ask(() => calls.scheduledReports.startDownload.mutate({ id: reportId }));
  };
  const cancel = () =>
    ask(async () => (shown ? await calls.scheduledReports.cancelDownload.mutate({ id: shown.id }) : null));
  return {
    download: shown,
    isAsking: isPending,
    failure: failure ?? (isRunning(shown) && error ? shownError(error) : null),
    start,
    cancel,
  };
}

type Props = { id: string; format: ReportFormat; last: DownloadView | null };

/** The region "Download": creates a file of current data in the background, with its progress in rows and a cancel button. */
export function DownloadCard({ id, format, last }: Props) {
  const t = useTranslations("reports.download");
  const { download, isAsking, failure, start, cancel } = useDownload(id, last);
  const isRunning = download?.status === "running";
  return (
    <Card title={t("title")} titleId="download-heading" description={t("text")}>
      <div className="flex flex-col items-start gap-3">
        {isRunning ? <Bar /> : null}
        <p role="status" className="empty:absolute">
          {download ? <Standing download={download} /> : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {isRunning ? (
            <Button key="cancel" onClick={() => void cancel()} pending={isAsking}>
              {t("cancel")}
            </Button>
          ) : (
            <Button key="start" onClick={() => void start()} pending={isAsking}>
              <Download aria-hidden />
              {t("start", { format })}
            </Button>
          )}
          {download?.status === "ready" ? (
            <a
              href={paths.reportDownload(download.id)}
              download
              className={buttonStyles({ variant: "ghost" })}
            >
              {t("again")}
            </a>
          ) : null}
        </div>
        {failure ? <ErrorPanel error={shownError(failure)} /> : null}
      </div>
    </Card>
  );
}

/** An indeterminate bar: the number of rows is unknown until they are read. */
function Bar() {
  const t = useTranslations("reports.download");
  return (
    <div
      role="progressbar"
      aria-label={t("progress")}
      className="h-1.5 w-full max-w-md overflow-hidden rounded-full bg-track forced-colors:border"
    >
      <div className="h-full w-1/3 rounded-full bg-accent motion-safe:animate-pulse dark:bg-ring" />
    </div>
  );
}

function Standing({ download }: { download: DownloadView }) {
  const t = useTranslations("reports.download");
  const format = useFormatter();
  const { status, rowCount, byteCount, fileName, expiresAt } = download;
  if (status === "running") return t("running", { count: rowCount });
  if (status === "cancelled") return t("cancelled");
  if (status === "failed") return t("failed");
  const size = format.number(Math.max(1, Math.round((byteCount ?? 0) / 1000)), {
    style: "unit",
    unit: "kilobyte",
  });
  return (
    <>
      <span className="font-medium wrap-anywhere">{fileName}</span> {t("ready", { count: rowCount, size })}{" "}
      <span className="text-muted">
        {t("kept")} <RelativeTime at={expiresAt} show="local" />
      </span>
    </>
  );
}
