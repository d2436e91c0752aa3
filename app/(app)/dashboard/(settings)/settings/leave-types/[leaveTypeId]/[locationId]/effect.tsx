"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Note } from "@/app/_kit/ui/note";
import { Skeleton } from "@/app/_kit/ui/skeleton";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";
import { PolicyExample } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/example";
import type { Policies } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-values";
import { toTenths } from "@/server/kernel/time/amount";

type Named = { id: string; name: string };
type Props = {
  leaveTypeId: string;
  /** Null while a number is invalid. */
  policies: Policies | null;
  locations: readonly Named[];
  labels: readonly Named[];
};

const none: Policies = [];

/** "What this does": the number of people and leaves that the policy affects, and the negative balances it causes. */
export function Effect({ leaveTypeId, policies, locations, labels }: Props) {
  const t = useTranslations("policies.effect");
  const asked = useTypedText(JSON.stringify(policies ?? none));
  const given: Policies = JSON.parse(asked);
  const { previewPolicies } = useTRPC().leaveTypes;
  const { data, error, isFetching, refetch } = useQuery(
    previewPolicies.queryOptions(
      { id: leaveTypeId, policies: given },
      { enabled: given.length > 0, placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return (
    <Card title={t("title")} titleId="effect-heading" className="lg:sticky lg:top-19">
      {error ? (
        <ErrorPanel error={shownError(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
      <div aria-live="polite" aria-busy={isFetching} className="flex flex-col gap-3">
        {!data && !error ? <Skeleton className="h-10 w-full" /> : null}
        {data ? (
          <>
            <p>{t("people", { people: data.peopleCount, leaves: data.comingLeaveCount })}</p>
            {data.overdrawnCount === 0 ? (
              <p className="text-muted">{t("covered")}</p>
            ) : (
              <Note tone="warning" title={t("overdrawn", { count: data.overdrawnCount })}>
                <ul className="mt-1">
                  {data.overdrawn.map(({ userId, name, locationId, missingDays }) => (
                    <li key={userId}>
                      {t("person", { name, days: toTenths(missingDays) })}
                      {given.length > 1 ? <span className="text-muted"> {names.get(locationId)}</span> : null}
                    </li>
                  ))}
                </ul>
                {data.overdrawnCount > data.overdrawn.length ? (
                  <p>{t("more", { count: data.overdrawnCount - data.overdrawn.length })}</p>
                ) : null}
                <p className="mt-2">{t("refused")}</p>
              </Note>
            )}
            {data.examples.slice(0, 1).map((example) => (
              <PolicyExample key={example.locationId} {...example} labels={labels} />
            ))}
          </>
        ) : null}
      </div>
    </Card>
  );
}
