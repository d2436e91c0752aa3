"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import type { AppRouter } from "@/server/api/trpc";
import { toTenths } from "@/server/kernel/time/amount";

type Example = inferRouterOutputs<AppRouter>["leaveTypes"]["previewPolicies"]["examples"][number];
type Props = Example & { labels: readonly { id: string; name: string }[] };

/**
 * What the policy gives someone who starts this year: one of them in words, in later years, with a label, and by month of joining where that
 * differs.
 */
export function PolicyExample({ labels, ...example }: Props) {
  const { startDate, firstYearDays, nextYearDays, later, byLabel, byMonth, carried, worked } = example;
  const t = useTranslations("policies.effect");
  const format = useFormatter();
  const written = (date: string, shape: { day: "numeric"; month: "long" | "short"; year?: "numeric" }) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { ...shape, timeZone: "UTC" });
  const long = { day: "numeric", month: "long", year: "numeric" } as const;
  const differs = byMonth.some(({ days }) => days !== byMonth[0]?.days);
  const nameOf = (labelId: string) => labels.find(({ id }) => id === labelId)?.name ?? "";
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <p>
        {t("example", {
          start: written(startDate, long),
          first: toTenths(firstYearDays),
          next: toTenths(nextYearDays),
        })}
      </p>
      {worked ? (
        <p>
          {t("worked", {
            perWeek: worked.hoursPerWeek,
            hours: toTenths(worked.hours),
            days: toTenths(worked.days),
          })}
        </p>
      ) : null}
      {later.length === 0 ? null : (
        <ul>
          {later.map(({ yearStart, days }) => (
            <li key={yearStart}>{t("later", { start: written(yearStart, long), days: toTenths(days) })}</li>
          ))}
        </ul>
      )}
      {byLabel.length === 0 ? null : (
        <ul>
          {byLabel.map(({ labelId, firstYearDays: first, nextYearDays: next }) => (
            <li key={labelId} className="break-words">
              {t("withLabel", { label: nameOf(labelId), first: toTenths(first), next: toTenths(next) })}
            </li>
          ))}
        </ul>
      )}
      {carried ? (
        <p>
          {t("carried", {
            left: toTenths(carried.daysLeft),
            end: written(carried.yearEnd, { day: "numeric", month: "long" }),
            carried: toTenths(carried.days),
            until: carried.expiresAt === null ? "never" : "date",
            date: carried.expiresAt === null ? "" : written(carried.expiresAt, long),
          })}
        </p>
      ) : null}
      {differs ? (
        <div>
          <p className="text-muted text-sm">{t("byMonth")}</p>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 text-sm tabular-nums">
            {byMonth.map((month) => (
              <div key={month.startDate} className="flex justify-between gap-2">
                <dt className="text-muted">{written(month.startDate, { day: "numeric", month: "short" })}</dt>
                <dd>{format.number(toTenths(month.days))}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </div>
  );
}
