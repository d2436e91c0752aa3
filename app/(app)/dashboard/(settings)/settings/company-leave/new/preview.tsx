"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { partsOf } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";
import type { CompanyLeaveValues } from "@/app/(app)/dashboard/(settings)/settings/company-leave/new/form-values";
import { usePersonNote } from "@/app/(app)/dashboard/(settings)/settings/company-leave/use-person-note";
import { companyLeaveOutcomes } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import { isCalendarDate } from "@/server/kernel/time/date-range";

type Found = inferRouterOutputs<AppRouter>["companyLeaves"]["preview"];
type Outcome = (typeof companyLeaveOutcomes)[number];
const namesAtOnce = 50;

/** What can be previewed; null until the leave type and the days are there. */
function askedOf({ name: _name, ...wanted }: CompanyLeaveValues) {
  const { leaveTypeId, startDate, endDate } = wanted;
  const isComplete =
    leaveTypeId !== "" && isCalendarDate(startDate) && isCalendarDate(endDate) && startDate <= endDate;
  return isComplete ? { ...wanted, ...partsOf(wanted) } : null;
}
type Asked = NonNullable<ReturnType<typeof askedOf>>;

/** Who would get leave and who would not: the numbers first, names on request. */
export function CompanyLeavePreview({ values }: { values: CompanyLeaveValues }) {
  const t = useTranslations("companyLeave");
  const { companyLeaves } = useTRPCClient();
  const asked = askedOf(values);
  const { shown, error } = usePreview(asked, (wanted) =>
    companyLeaves.preview.mutate({ ...wanted, limit: 0 }),
  );
  const data = shown?.found;
  return (
    <Card title={t("preview.title")} titleId="company-leave-preview">
      <div role="status" className="flex flex-col gap-3">
        {error ? <ErrorPanel error={shownError(error)} /> : null}
        {asked === null ? <p className="text-muted">{t("preview.wait")}</p> : null}
        {asked && data ? (
          <p className="font-medium">{t("preview.people", { count: data.userCount })}</p>
        ) : null}
      </div>
      {asked && data ? (
        <ul className="mt-3 flex flex-col gap-3">
          {companyLeaveOutcomes
            .filter((outcome) => data.counts[outcome] > 0)
            .map((outcome) => (
              <Group key={outcome} outcome={outcome} count={data.counts[outcome]} asked={asked} />
            ))}
        </ul>
      ) : null}
    </Card>
  );
}

function usePreview(asked: Asked | null, ask: (asked: Asked) => Promise<Found>) {
  return useAnswer(asked, ask, { pauseMs: 400 });
}

function Group({ outcome, count, asked }: { outcome: Outcome; count: number; asked: Asked }) {
  const t = useTranslations("companyLeave");
  const format = useFormatter();
  const [limit, setLimit] = useState(0);
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span>{t("facts.counts", { outcome: t(`outcome.${outcome}`), count })}</span>
        <Button
          size="sm"
          aria-expanded={limit > 0}
          aria-label={`${t(limit > 0 ? "preview.hide" : "preview.show")}: ${t(`outcome.${outcome}`)} (${format.number(count)})`}
          onClick={() => setLimit(limit > 0 ? 0 : namesAtOnce)}
        >
          {t(limit > 0 ? "preview.hide" : "preview.show")}
        </Button>
      </div>
      {limit > 0 ? (
        <Names {...{ outcome, count, asked, limit }} onMore={() => setLimit(limit + namesAtOnce)} />
      ) : null}
    </li>
  );
}

type NamesProps = { outcome: Outcome; count: number; asked: Asked; limit: number; onMore: () => void };

function Names({ outcome, count, asked, limit, onMore }: NamesProps) {
  const t = useTranslations("companyLeave.preview");
  const { companyLeaves } = useTRPCClient();
  const noteOf = usePersonNote();
  const question = { ...asked, outcome: [outcome], limit: Math.min(limit, 500) };
  const { shown, error } = useAnswer(question, (wanted) => companyLeaves.preview.mutate(wanted), {
    pauseMs: 0,
  });
  const data = shown?.found;
  return (
    <>
      {error ? <ErrorPanel error={shownError(error)} /> : null}
      <ul className="mt-2 ms-4 flex list-disc flex-col gap-1">
        {(data?.users ?? []).map((person) => (
          <li key={person.userId} className="wrap-anywhere">
            {person.name}
            {noteOf(person) ? <span className="text-muted"> – {noteOf(person)}</span> : null}
          </li>
        ))}
      </ul>
      {data && data.users.length < Math.min(count, 500) ? (
        <Button size="sm" className="mt-2" onClick={onMore}>
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}
