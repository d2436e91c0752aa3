"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { counted } from "@/app/(web)/dashboard/words";

/** How much a client is used right now: asked when the dialog opens, because the page behind it may be old. */
export function ClientEvidence({ clientId }: { clientId: string }) {
  const { data, error, refetch, isFetching } = useQuery(
    useTRPC().oauthClients.use.queryOptions({ clientId }, { staleTime: 0, gcTime: 0 }),
  );
  if (error)
    return (
      <div className="mt-3">
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg">
      {data ? (
        <ul aria-label="How it is used">
          <li>{counted(data.peopleCount, "person has", "people have")} connected it</li>
          <li>{counted(data.connectionCount, "session")} of theirs</li>
          <li>
            {data.lastUsedAt ? (
              <>
                Last used <RelativeTime at={data.lastUsedAt} />
              </>
            ) : (
              "Never used"
            )}
          </li>
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
