import { useFormatter, useTranslations } from "next-intl";
import { WayBack } from "@/app/_kit/page/way-back";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import type { ReportTerms } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";

/** Why the report pages are closed: the plan is checked before the role. */
export function Gate({ terms: { standing, administrators } }: { terms: ReportTerms }) {
  const t = useTranslations("reports.gate");
  const format = useFormatter();
  if (standing === "open") return null;
  const names = format.list(administrators.slice(0, 3), "either");
  return (
    <EmptyState title={t(`${standing}.title`)} actions={<WayBack />}>
      <p>{t(`${standing}.text`)}</p>
      {administrators.length > 0 ? <p>{t(`${standing}.ask`, { names })}</p> : null}
    </EmptyState>
  );
}
