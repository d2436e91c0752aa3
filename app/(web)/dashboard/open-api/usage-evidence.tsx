"use client";

import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { counted } from "@/app/(web)/dashboard/words";

type Props = {
  usage: { lastUsedAt: Date | null; requestsToday: number; requestsThisMonth: number } | undefined;
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
};

/** How much a key is used right now, for whoever is about to end it. */
export function UsageEvidence({ usage, error, isFetching, onRetry }: Props) {
  if (error)
    return (
      <div className="mt-3">
        <ErrorPanel error={shownError(error)} onRetry={onRetry} retrying={isFetching} />
      </div>
    );
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg">
      {usage ? (
        <ul aria-label="How it is used">
          <li>
            {usage.lastUsedAt ? (
              <>
                Last used <RelativeTime at={usage.lastUsedAt} />
              </>
            ) : (
              "Never used"
            )}
          </li>
          <li>{counted(usage.requestsToday, "request")} today (UTC)</li>
          <li>{counted(usage.requestsThisMonth, "request")} this month (UTC)</li>
        </ul>
      ) : (
        <SkeletonRegion label="Loading how it is used">
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
