"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** How much a client is used right now: asked when the dialog opens, because the page behind it may be old. */
export function ClientEvidence({ clientId }: { clientId: string }) {
  const t = useTranslations("clients");
  const { data, error, refetch, isFetching } = useQuery(
    useTRPC().oauthClients.use.queryOptions({ clientId }, { staleTime: 0, gcTime: 0 }),
  );
  const lastUsedAt = data?.lastUsedAt;
  if (error)
    return (
      <div className="mt-3">
        <ErrorPanel error={shownError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-fg">
      {data ? (
        <ul aria-label={t("evidence.label")}>
          <li>{t("evidence.people", { count: data.peopleCount })}</li>
          <li>{t("evidence.sessions", { count: data.connectionCount })}</li>
          <li>
            {lastUsedAt
              ? t.rich("evidence.lastUsed", { at: () => <RelativeTime at={lastUsedAt} /> })
              : t("evidence.never")}
          </li>
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
