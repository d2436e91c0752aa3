"use client";

import type { ReactNode } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Skeleton, SkeletonRegion } from "@/app/_kit/ui/skeleton";

/** The result of `useQuery`. */
export type EvidenceQuery<Use> = {
  data: Use | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<Use> = {
  /** Names the list. */
  label: string;
  loading: string;
  /** Fetched when the dialog opens, because the page behind it may be stale: with `asked`. */
  query: EvidenceQuery<Use>;
  /** Three `li`. */
  children: (use: Use) => ReactNode;
};

/** Options for a query of evidence: always fetched, never cached. */
export const asked = { staleTime: 0, gcTime: 0 } as const;

/** How much something is used right now, for the user who is about to end it. */
export function Evidence<Use>({ label, loading, query, children }: Props<Use>) {
  const { data, error, isFetching, refetch } = query;
  if (error)
    return (
      <div className="mt-3">
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg">
      {data ? (
        <ul aria-label={label}>{children(data)}</ul>
      ) : (
        <SkeletonRegion label={loading}>
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
