"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { shownError } from "@/app/_kit/page/shown-error";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import type { DownloadView } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";

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
export function useDownload(reportId: string, last: DownloadView | null) {
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
