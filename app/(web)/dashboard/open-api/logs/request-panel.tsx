"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { TextLink } from "@/app/_ui/text-link";
import { RequestDetails } from "@/app/(web)/dashboard/open-api/logs/request-details";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = { requestId: string; baseUrl: string; onClose: () => void };

/** The entry that is open beside the table. */
export function RequestPanel({ requestId, baseUrl, onClose }: Props) {
  const t = useTranslations("logs.details");
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.requestLog.get.queryOptions({ requestId }));
  return (
    <aside
      aria-label={t("label")}
      data-side-panel
      className="min-w-0 border-line bg-surface px-4 py-3.5 max-lg:order-first max-lg:rounded-lg max-lg:border lg:fixed lg:top-13.25 lg:bottom-0 lg:end-0 lg:z-20 lg:w-96 lg:overflow-y-auto lg:overscroll-contain lg:border-s"
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <TextLink href={paths.log(requestId)} className="inline-flex items-center gap-1.5">
          {t("own")}
          <ExternalLink aria-hidden className="size-3.5" />
        </TextLink>
        <Button size="iconSm" variant="ghost" aria-label={t("close")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {data ? (
        <RequestDetails view={data} baseUrl={baseUrl} />
      ) : error ? (
        <ErrorPanel error={shownError(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRegion label={t("loading")}>
          <div className="flex h-96 flex-col gap-3">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-full" />
            <Skeleton className="h-24" />
            <Skeleton className="w-4/5" />
          </div>
        </SkeletonRegion>
      )}
    </aside>
  );
}
