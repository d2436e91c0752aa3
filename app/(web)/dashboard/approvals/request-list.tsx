import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getTranslations } from "next-intl/server";
import { DecideButtons } from "@/app/(web)/dashboard/approvals/decide-buttons";
import { LeaveDates } from "@/app/(web)/dashboard/leaves/leave-dates";
import { TypeName } from "@/app/(web)/dashboard/leaves/type-name";
import type { AppRouter } from "@/server/api/trpc";

type Request = inferRouterOutputs<AppRouter>["approvals"]["toDecide"]["items"][number];

/** Requests that wait, each with its facts and what can be done about it. */
export function RequestList({ requests }: { requests: readonly Request[] }) {
  return (
    <ul className="divide-y divide-line">
      {requests.map((request) => (
        <li
          key={request.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <Facts request={request} />
          <DecideButtons request={request} />
        </li>
      ))}
    </ul>
  );
}

async function Facts({ request }: { request: Request }) {
  const [t, leaves, format] = await Promise.all([
    getTranslations("approvals"),
    getTranslations("leaves"),
    getFormatter(),
  ]);
  const { userName, departmentName, typeName, typeColor, durationWorkingDays, reason, warnings } = request;
  const day = (date: string) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { timeZone: "UTC", day: "numeric", month: "short" });
  return (
    <div className="min-w-0 grow basis-64">
      <p className="wrap-anywhere">
        <span className="font-medium">{userName}</span> <span className="text-muted">{departmentName}</span>
      </p>
      <p>
        <LeaveDates {...request} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        <TypeName name={typeName} color={typeColor} />
        <span>{leaves("days", { days: durationWorkingDays })}</span>
        <span>{t("until", { date: day(request.deadline) })}</span>
        {request.levels === 2 ? <span>{t("level", { level: request.level })}</span> : null}
      </p>
      {reason ? <p className="line-clamp-2 wrap-anywhere">{reason}</p> : null}
      {warnings.map((warning) => (
        <p key={warning.code} className="text-warning-text">
          {warning.code === "TEAM_AWAY"
            ? t("teamAway", { away: warning.awayCount, size: warning.teamSize, date: day(warning.date) })
            : t("missing", { days: warning.missing })}
        </p>
      ))}
    </div>
  );
}
