"use client";

import { useTranslations } from "next-intl";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  usage: { lastUsedAt: Date | null; requestsToday: number; requestsThisMonth: number } | undefined;
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
};

/** How much a key is used right now, for whoever is about to end it. */
export function UsageEvidence({ usage, error, isFetching, onRetry }: Props) {
  const t = useTranslations("usage");
  if (error)
    return (
      <div className="mt-3">
        <ErrorPanel error={shownError(error)} onRetry={onRetry} retrying={isFetching} />
      </div>
    );
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg">
      {usage ? (
        <ul aria-label={t("evidence.label")}>
          <li>
            <LastUsed at={usage.lastUsedAt} />
          </li>
          <li>{t("evidence.today", { count: usage.requestsToday })}</li>
          <li>{t("evidence.month", { count: usage.requestsThisMonth })}</li>
        </ul>
      ) : (
        <SkeletonRegion label={t("evidence.loading")}>
          <div className="flex h-15 flex-col justify-around">
            <Skeleton className="h-3 w-44" />
            <Skeleton className="h-3 w-36" />
            <Skeleton className="h-3 w-40" />
          </div>
        </SkeletonRegion>
      )}
    </div>
  );
}

function LastUsed({ at }: { at: Date | null }) {
  const t = useTranslations("usage");
  return at ? t.rich("evidence.lastUsed", { at: () => <RelativeTime at={at} /> }) : t("evidence.never");
}
