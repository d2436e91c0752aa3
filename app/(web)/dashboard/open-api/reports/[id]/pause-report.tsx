"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { Card } from "@/app/_ui/card";
import { Switch } from "@/app/_ui/switch";
import { useToast } from "@/app/_ui/toast";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** The switch "Enabled: Who is away": takes effect at once; pausing can be undone. */
export function PauseReport({ report: { id, name, enabled, updatedAt } }: { report: ReportListed }) {
  const t = useTranslations("reports.enable");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  // What was asked for is shown until the server's answer is on the page.
  const [wish, setWish] = useState<{ of: string; enabled: boolean } | null>(null);
  const isEnabled = wish?.of === updatedAt ? wish.enabled : enabled;

  const change = async (next: boolean): Promise<boolean> => {
    setWish({ of: updatedAt, enabled: next });
    try {
      await calls.scheduledReports.update.mutate({ id, patch: { enabled: next } });
      router.refresh();
      return true;
    } catch (error) {
      setWish(null);
      const { name: title, description } = shownError(error);
      toast.error(title, { description });
      return false;
    }
  };
  const resume = async () => {
    if (await change(true)) toast.success(t("resumed", { name }));
  };
  const toggle = async (next: boolean) => {
    if (next) return resume();
    if (await change(false))
      toast.undo(t("paused", { name }), () => void resume(), { description: t("pausedMore") });
  };
  return (
    <Card>
      <Switch
        label={t("label", { name })}
        checked={isEnabled}
        onChange={({ target }) => void toggle(target.checked)}
        autoComplete="off"
      />
      {isEnabled ? null : <p className="mt-1 text-muted">{t("pausedMore")}</p>}
    </Card>
  );
}
