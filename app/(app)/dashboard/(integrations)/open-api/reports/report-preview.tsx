"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Skeleton } from "@/app/_kit/ui/skeleton";
import { useTRPC } from "@/app/_trpc/queries";
import { scheduleFaults } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import { NextSends } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/next-sends";
import {
  type ReportValues,
  scheduleOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/form-values";

/** The region "Preview": the next three send times. */
export function ReportPreview({ values }: { values: ReportValues }) {
  const t = useTranslations("reports.preview");
  const isReady = scheduleFaults(values).length === 0;
  const { data, error, isFetching, refetch } = useQuery(
    useTRPC().scheduledReports.nextSends.queryOptions(scheduleOf(values), {
      enabled: isReady,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section
      aria-labelledby="preview-heading"
      aria-busy={isFetching}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface px-4 pt-3.5 pb-5 sm:px-5"
    >
      <h2 id="preview-heading" className="font-semibold">
        {t("title")}
      </h2>
      {isReady ? null : <p className="text-muted">{t("incomplete")}</p>}
      {isReady && error ? (
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {isReady && !error && !data ? <Waiting label={t("loading")} /> : null}
      {isReady && !error && data ? <NextSends next={data} schedule={values} /> : null}
    </section>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden className="flex flex-col gap-2.5">
        <Skeleton className="w-1/2" />
        <Skeleton className="w-3/4" />
        <Skeleton className="w-3/4" />
        <Skeleton className="w-3/4" />
      </div>
    </div>
  );
}
