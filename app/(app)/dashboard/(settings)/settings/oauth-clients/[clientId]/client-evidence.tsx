"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { asked, Evidence } from "@/app/_kit/list/evidence";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPC } from "@/app/_trpc/queries";

/** A client's current usage. */
export function ClientEvidence({ clientId }: { clientId: string }) {
  const t = useTranslations("clients.evidence");
  const query = useQuery(useTRPC().oauthClients.use.queryOptions({ clientId }, asked));
  return (
    <Evidence label={t("label")} loading={t("loading")} query={query}>
      {({ peopleCount, connectionCount, lastUsedAt }) => (
        <>
          <li>{t("people", { count: peopleCount })}</li>
          <li>{t("sessions", { count: connectionCount })}</li>
          <li>
            {lastUsedAt ? t.rich("lastUsed", { at: () => <RelativeTime at={lastUsedAt} /> }) : t("never")}
          </li>
        </>
      )}
    </Evidence>
  );
}
