"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import { useTRPC } from "@/app/_trpc/queries";
import { historyPage } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/history-page";
import { OccurrenceBadges } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/occurrence-badges";
import {
  type HistoryProps,
  OccurrenceHistory,
  watchedFrom,
} from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/occurrence-history";
import { OccurrenceDestinations } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/[id]/occurrence-destinations";
import type { OccurrenceView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { paths } from "@/app/paths";

const words = "notifications.history";

/** The tab "History" */
export function History({ id, before, first }: HistoryProps<OccurrenceView>) {
  const t = useTranslations(words);
  const { occurrences } = useTRPC().notifications;
  const { data } = useQuery(occurrences.queryOptions(historyPage(id, before), watchedFrom(first)));
  return (
    <OccurrenceHistory
      words={words}
      rows={data}
      before={before}
      here={`${paths.notification(id)}?tab=history`}
      statusOf={(row) => <Status occurrence={row} />}
      more={[{ label: t("destinations"), cell: (row) => <OccurrenceDestinations occurrence={row} /> }]}
    />
  );
}

function Status({ occurrence }: { occurrence: OccurrenceView }) {
  const t = useTranslations(words);
  const { status, skipReason, kind } = occurrence;
  return (
    <OccurrenceBadges
      words={words}
      occurrence={occurrence}
      label={t(`statuses.${status}`)}
      reason={skipReason && t(`skipReasons.${skipReason}`)}
      badge={kind === "test" ? <Badge icon={<FlaskConical aria-hidden />}>{t("test")}</Badge> : null}
    />
  );
}
