"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { AppRouter } from "@/server/api/trpc";
import { toTenths } from "@/server/kernel/time/amount";

type Outputs = inferRouterOutputs<AppRouter>;
type Changed = Pick<
  Outputs["people"]["previewChange"],
  "changedCount" | "unchangedCount" | "failedCount" | "failed"
> & { leaveCount?: number };
type Patterned = Outputs["workPatterns"]["previewMany"];

/** How many people change, and who cannot change, with the reason. */
export function BulkOutcome({ outcome, would = false }: { outcome: Changed | Patterned; would?: boolean }) {
  const t = useTranslations("people.bulk");
  const { changedCount, unchangedCount, failedCount, failed } = outcome;
  const leaveCount = "leaveCount" in outcome ? (outcome.leaveCount ?? 0) : 0;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{t(would ? "would.changed" : "was.changed", { count: changedCount })}</p>
      {unchangedCount > 0 ? <p>{t("unchanged", { count: unchangedCount })}</p> : null}
      {"recountedLeaveCount" in outcome ? (
        <p>{t(would ? "would.recounted" : "was.recounted", { count: outcome.recountedLeaveCount })}</p>
      ) : null}
      {leaveCount > 0 ? <p>{t("leave", { count: leaveCount })}</p> : null}
      {failedCount > 0 ? (
        <>
          <p>{t(would ? "would.failed" : "was.failed", { count: failedCount })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard */}
          <section tabIndex={0} aria-label={t("failedLabel")} className="max-h-40 overflow-y-auto rounded-sm">
            <ul className="text-muted">
              {failed.map(({ id, name, code, missing }) => (
                <li key={id} className="wrap-anywhere">
                  {t("reason", {
                    name: name ?? t("someone"),
                    reason: t(`reasons.${code}`, { days: toTenths(missing ?? 0) }),
                  })}
                </li>
              ))}
            </ul>
          </section>
          {failedCount > failed.length ? (
            <p className="text-muted">{t("more", { count: failedCount - failed.length })}</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
