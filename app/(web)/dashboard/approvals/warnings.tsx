"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Request } from "@/app/(web)/dashboard/approvals/request";
import { useDay } from "@/app/(web)/dashboard/approvals/request-facts";

/** The warnings to check before approving. */
export function Warnings({ warnings }: Pick<Request, "warnings">) {
  const t = useTranslations("approvals");
  const day = useDay();
  return warnings.map((warning) => (
    <p key={warning.code} className="flex items-start gap-1.5 text-warning-text">
      <TriangleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      {warning.code === "TEAM_AWAY"
        ? t("teamAway", { away: warning.awayCount, size: warning.teamSize, date: day(warning.date) })
        : t("missing", { days: warning.missing })}
    </p>
  ));
}
