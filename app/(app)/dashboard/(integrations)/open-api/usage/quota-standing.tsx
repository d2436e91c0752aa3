import { useFormatter, useTranslations } from "next-intl";
import type { QuotaView } from "@/server/modules/integrations/request-log/present";

/** Quota periods begin and end with UTC days. */
export const quotaDay = { day: "numeric", month: "long", timeZone: "UTC" } as const;

type Props = { quota: Pick<QuotaView, "used" | "quota" | "stage" | "forecast"> };

/** "41% used. At this pace 24,000 by then." */
export function QuotaStanding({ quota: { used, quota, stage, forecast } }: Props) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const words = () => {
    if (stage === 100) return t("quotas.refused");
    if (used === 0) return t("quotas.unused");
    if (!forecast) return t("quotas.tooEarly");
    if (forecast.runsOutAt)
      return t("quotas.runsOut", { day: format.dateTime(forecast.runsOutAt, quotaDay) });
    return t("quotas.expected", { count: forecast.expected });
  };
  return t("quotas.used", { percent: Math.floor((used / quota) * 100), forecast: words() });
}
