"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";
import { useEnable } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-enable";
import type { ReportListed } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";

/** The switch "Enabled: Who is away". It takes effect at once; a pause can be undone. */
export function PauseReport({ report }: { report: ReportListed }) {
  const t = useTranslations("reports.enable");
  const calls = useTRPCClient();
  const { id, name } = report;
  const { isEnabled, enable } = useEnable(
    report,
    (enabled) => calls.scheduledReports.update.mutate({ id, patch: { enabled } }),
    { resumed: t("resumed", { name }), paused: t("paused", { name }), pausedMore: t("pausedMore") },
  );
  return (
    <Card>
      <Switch
        label={t("label", { name })}
        checked={isEnabled}
        onChange={({ target }) => void enable(target.checked)}
        autoComplete="off"
      />
      {isEnabled ? null : <p className="mt-1 text-muted">{t("pausedMore")}</p>}
    </Card>
  );
}
