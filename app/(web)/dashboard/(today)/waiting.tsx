import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { DecideButtons } from "@/app/(web)/dashboard/(today)/decide-buttons";
import { LeaveDates } from "@/app/(web)/dashboard/leaves/leave-dates";
import { TypeName } from "@/app/(web)/dashboard/leaves/type-name";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import type { AppRouter } from "@/server/api/trpc";

type Request = inferRouterOutputs<AppRouter>["approvals"]["toDecide"]["items"][number];

/** So many fit before one's own leave. */
const most = 3;

/** What the signed-in person has to decide, the nearest deadline first; nothing where nothing waits. */
export async function Waiting() {
  const [t, requests, total] = await Promise.all([
    getTranslations("today.decide"),
    load(caller().approvals.toDecide({})),
    load(caller().approvals.count()),
  ]);
  if (requests.error) return <LoadError error={requests.error} />;
  const { items } = requests.data;
  if (items.length === 0) return null;
  const count = Math.max(total.data?.count ?? 0, items.length);
  return (
    <Card
      title={t("title", { count })}
      titleId="waiting"
      description={count > most ? t("first", { count: most }) : undefined}
    >
      <ul className="divide-y divide-line">
        {items.slice(0, most).map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <Facts request={request} />
            <DecideButtons request={request} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

async function Facts({ request }: { request: Request }) {
  const [t, leaves, format] = await Promise.all([
    getTranslations("today.decide"),
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
