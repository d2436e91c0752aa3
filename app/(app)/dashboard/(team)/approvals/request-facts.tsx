"use client";

import { TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Named } from "@/app/_kit/ui/avatar";
import { TextLink } from "@/app/_kit/ui/text-link";
import { BrokenRules, CertificateDue } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { LeaveDates, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { QuestionNote } from "@/app/(app)/dashboard/(team)/approvals/question-note";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { WallchartLink } from "@/app/(app)/dashboard/(team)/approvals/wallchart-link";
import { paths } from "@/app/paths";
import { amountIn, amountOf } from "@/server/kernel/time/amount";

/** Formats a calendar date, independent of time zone. */
export function useDay(): (date: string) => string {
  const format = useFormatter();
  return (date) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { timeZone: "UTC", day: "numeric", month: "short" });
}

type Props = {
  request: Request;
  /** Shown alone, with the full text. */
  isWhole?: boolean;
  /** Below the row that names the person, the dates and the type. */
  isBelowRow?: boolean;
};

/** The facts of a request. */
export function RequestFacts({ request, isWhole = false, isBelowRow = false }: Props) {
  const t = useTranslations("approvals");
  const { reason } = request;
  return (
    <div className="min-w-0">
      {isBelowRow ? null : <Summary {...{ request, isWhole }} />}
      <Asks {...request} />
      <InPlaceOf {...request} />
      {reason ? (
        <p className={isWhole ? "my-1.5 whitespace-pre-line wrap-anywhere" : "line-clamp-2 wrap-anywhere"}>
          {reason}
        </p>
      ) : null}
      <QuestionNote {...request} isWhole={isWhole} />
      <Warnings {...request} />
      <BrokenRules rules={request.rules} />
      <CertificateDue rules={request.rules} />
      {isWhole ? (
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {request.onBehalfOfName === null ? (
            <TextLink href={paths.leave(request.id)}>{t("open")}</TextLink>
          ) : null}
          <WallchartLink {...request} />
        </p>
      ) : null}
    </div>
  );
}

/** The person, the days, the leave type and the deadline. */
function Summary({ request, isWhole }: Pick<Props, "request" | "isWhole">) {
  const t = useTranslations("approvals");
  const leaves = useTranslations("leaves");
  const day = useDay();
  const { userName, departmentName, typeName, typeColor, durationWorkingDays } = request;
  return (
    <>
      {isWhole ? (
        <div className="mb-2.5">
          <Named isBlock name={userName} size="lg">
            <h2 className="font-semibold text-base wrap-anywhere">{userName}</h2>
            <p className="text-muted wrap-anywhere">{departmentName}</p>
          </Named>
        </div>
      ) : (
        <p className="wrap-anywhere">
          <span className="font-medium">{userName}</span> <span className="text-muted">{departmentName}</span>
        </p>
      )}
      <p>
        <LeaveDates {...request} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        <TypeName name={typeName} color={typeColor} />
        <span>{leaves("days", amountOf(durationWorkingDays, request.hours, request.dayHours))}</span>
        <span>{t("until", { date: day(request.deadline) })}</span>
        {request.levels === 2 ? <span>{t("level", { level: request.level })}</span> : null}
      </p>
    </>
  );
}

/** That approved leave is to be cancelled or changed, which is what the decision is about. */
export function Asks({ isCancelling, changes }: Pick<Request, "isCancelling" | "changes">) {
  const t = useTranslations("approvals");
  if (isCancelling) return <p className="font-medium">{t("cancelling.asks")}</p>;
  if (changes === null) return null;
  return (
    <p className="font-medium">{t.rich("changing.asks", { dates: () => <LeaveDates {...changes} /> })}</p>
  );
}

/** The approver represented by the user, for a request decided as a stand-in. */
export function InPlaceOf({ onBehalfOfName: name }: Pick<Request, "onBehalfOfName">) {
  const t = useTranslations("approvals");
  return name === null ? null : <p className="text-muted wrap-anywhere">{t("inPlaceOf", { name })}</p>;
}

/** The warnings to check before approving. */
export function Warnings({
  warnings,
  hoursPerDay,
  dayHours,
}: Pick<Request, "warnings" | "hoursPerDay" | "dayHours">) {
  const t = useTranslations("approvals");
  const day = useDay();
  return warnings.map((warning) => (
    <p key={warning.code} className="flex items-start gap-1.5 text-warning-text">
      <TriangleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      {warning.code === "TEAM_AWAY"
        ? t("teamAway", { away: warning.awayCount, size: warning.teamSize, date: day(warning.date) })
        : t("missing", amountIn(warning.missing, hoursPerDay, dayHours))}
    </p>
  ));
}
