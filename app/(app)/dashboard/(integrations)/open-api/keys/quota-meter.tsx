import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Meter } from "@/app/_kit/ui/meter";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

type Props = {
  label: ReactNode;
  view: Pick<ApiKeyView, "requestsThisMonth" | "monthlyQuota">;
  /** For tables: the figures above a thin bar; the label is only for screen readers. */
  inline?: boolean;
};

const warnAt = 0.8;
const dangerAt = 0.95;

/** Requests of this UTC month against the quota. */
export function QuotaMeter({ label, view, inline = false }: Props) {
  const { requestsThisMonth: used, monthlyQuota: quota } = view;
  const t = useTranslations("usage");
  const format = useFormatter();
  const valueText = t("quotaOf", { used, quota });
  const meter = (
    <Meter
      label={label}
      value={used}
      max={quota}
      valueText={valueText}
      compact={inline}
      {...{ warnAt, dangerAt }}
    />
  );
  if (!inline) return meter;
  return (
    <div>
      <span aria-hidden className="whitespace-nowrap text-xs">
        {format.number(used)} <span className="text-muted">/ {format.number(quota)}</span>
      </span>
      {meter}
    </div>
  );
}
