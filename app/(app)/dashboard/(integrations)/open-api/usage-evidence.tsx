"use client";

import { useTranslations } from "next-intl";
import { Evidence, type EvidenceQuery } from "@/app/_kit/list/evidence";
import { RelativeTime } from "@/app/_kit/ui/relative-time";

type Usage = { lastUsedAt: Date | null; requestsToday: number; requestsThisMonth: number };

/** A key's current usage. */
export function UsageEvidence({ query }: { query: EvidenceQuery<Usage> }) {
  const t = useTranslations("usage.evidence");
  return (
    <Evidence label={t("label")} loading={t("loading")} query={query}>
      {({ lastUsedAt, requestsToday, requestsThisMonth }) => (
        <>
          <li>
            {lastUsedAt ? t.rich("lastUsed", { at: () => <RelativeTime at={lastUsedAt} /> }) : t("never")}
          </li>
          <li>{t("today", { count: requestsToday })}</li>
          <li>{t("month", { count: requestsThisMonth })}</li>
        </>
      )}
    </Evidence>
  );
}
