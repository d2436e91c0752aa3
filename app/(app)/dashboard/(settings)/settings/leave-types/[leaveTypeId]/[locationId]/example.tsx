"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { AppRouter } from "@/server/api/trpc";

type Example = inferRouterOutputs<AppRouter>["leaveTypes"]["previewPolicies"]["examples"][number];

/** What the policy gives someone who starts this year: one of them in words, and by month of joining where that differs. */
export function PolicyExample({ startDate, firstYearDays, nextYearDays, byMonth }: Example) {
  const t = useTranslations("policies.effect");
  const format = useFormatter();
  const written = (date: string, shape: { day: "numeric"; month: "long" | "short"; year?: "numeric" }) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { ...shape, timeZone: "UTC" });
  const start = written(startDate, { day: "numeric", month: "long", year: "numeric" });
  const differs = byMonth.some(({ days }) => days !== byMonth[0]?.days);
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <p>{t("example", { start, first: firstYearDays, next: nextYearDays })}</p>
      {differs ? (
        <div>
          <p className="text-muted text-sm">{t("byMonth")}</p>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 text-sm tabular-nums">
            {byMonth.map((month) => (
              <div key={month.startDate} className="flex justify-between gap-2">
                <dt className="text-muted">{written(month.startDate, { day: "numeric", month: "short" })}</dt>
                <dd>{format.number(month.days, { maximumFractionDigits: 3 })}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </div>
  );
}
