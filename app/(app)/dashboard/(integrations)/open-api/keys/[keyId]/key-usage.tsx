"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPC } from "@/app/_trpc/queries";
import { LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-facts";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

const refreshedEveryMs = 10_000;

/** The key's counters, polled while the page is visible. */
export function KeyUsage({ view }: { view: ApiKeyView }) {
  const t = useTranslations("keys");
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.apiKeys.get.queryOptions(
      { id: view.id },
      {
        initialData: view,
        refetchInterval: view.state === "active" ? refreshedEveryMs : false,
      },
    ),
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Card className={cn("sm:col-span-2", data.state !== "active" && "lg:col-span-3")}>
        <div className="pt-1">
          <QuotaMeter label={t("usage.quota")} view={data} />
        </div>
        <p className="mt-2 text-muted text-xs">
          {t.rich("usage.resets", { at: () => <RelativeTime at={data.quotaResetsAt} show="local" /> })}
        </p>
      </Card>
      {data.state === "active" ? (
        <Figure term={t("usage.burst")} note={t("usage.burstNote", { burst: data.burst })}>
          {t("usage.available", { available: data.burstAvailable, burst: data.burst })}
        </Figure>
      ) : null}
      <Figure term={t("columns.lastUsed")} note={t("usage.today", { count: data.requestsToday })}>
        <LastUsed view={data} />
      </Figure>
    </div>
  );
}

function Figure({ term, note, children }: { term: string; note: string; children: ReactNode }) {
  return (
    <Card>
      <dl className="pt-1">
        <dt className="font-medium">{term}</dt>
        <dd className="mt-0.5 text-base tabular-nums">{children}</dd>
        <dd className="mt-1 text-muted text-xs">{note}</dd>
      </dl>
    </Card>
  );
}
