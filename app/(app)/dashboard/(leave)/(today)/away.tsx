import type { inferRouterOutputs } from "@trpc/server";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Card } from "@/app/_kit/ui/card";
import { daysLater } from "@/app/_kit/ui/date-text";
import { TextLink } from "@/app/_kit/ui/text-link";
import { LeaveDates, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Away = inferRouterOutputs<AppRouter>["absences"]["list"];
type Absence = Away["items"][number];
type Props = Away & { today: string /** The signed-in user's id. */; self: string };

/** Number of days listed after today. */
export const daysAhead = 7;

/** Maximum names shown; the wallchart link covers the rest. */
const most = 8;

/** Employees who work at another place today. Renders nothing without any. */
export async function ElsewhereToday({ items, today, self }: Props) {
  const t = await getTranslations("today.away");
  const elsewhere = items.filter(
    ({ startDate, status, isAway }) => startDate <= today && status === "APPROVED" && !isAway,
  );
  if (elsewhere.length === 0) return null;
  return (
    <People title={t("elsewhere")} id="elsewhere-today" none="" people={elsewhere} self={self}>
      {(absence) => <Until {...absence} today={today} />}
    </People>
  );
}

/** Employees on approved leave today. */
export async function AwayToday({ items, today, self }: Props) {
  const t = await getTranslations("today.away");
  const away = items.filter(
    ({ startDate, status, isAway }) => startDate <= today && status === "APPROVED" && isAway,
  );
  return (
    <People title={t("today")} id="away-today" none={t("nobodyToday")} people={away} self={self}>
      {({ startDate, endDate, ...absence }) => (
        <Until {...absence} startDate={startDate} endDate={endDate} today={today} />
      )}
    </People>
  );
}

/** Requested or approved leave of the next days. */
export async function AwaySoon({ items, more, today, self }: Props) {
  const t = await getTranslations("today.away");
  const soon = items.filter(
    ({ startDate, isAway }) => startDate > today && startDate <= daysLater(today, daysAhead) && isAway,
  );
  return (
    <People title={t("soon")} id="away-soon" none={t("nobodySoon")} people={soon} self={self} more={more}>
      {(absence) => <LeaveDates {...absence} />}
    </People>
  );
}

async function Until({ today, ...absence }: Absence & { today: string }) {
  const t = await getTranslations("today.away");
  const { startDate, endDate, startPart, endPart } = absence;
  const isPart =
    (startDate === today && startPart !== "FULL_DAY") || (endDate === today && endPart !== "FULL_DAY");
  if (!absence.isFullDayLeave || isPart) return <LeaveDates {...absence} />;
  if (absence.endDate === today) return t("onlyToday");
  return t.rich("until", {
    date: () => <LeaveDates startDate={endDate} endDate={endDate} startPart={endPart} endPart={endPart} />,
  });
}

type PeopleProps = {
  title: string;
  id: string;
  none: string;
  people: readonly Absence[];
  self: string;
  more?: boolean;
  children: (absence: Absence) => ReactNode;
};

async function People({ title, id, none, people, self, more, children }: PeopleProps) {
  const t = await getTranslations("today.away");
  const hidden = people.length - most;
  return (
    <Card title={title} titleId={id}>
      {people.length === 0 ? <p className="text-muted">{none}</p> : null}
      <ul className="grid gap-2.5">
        {people.slice(0, most).map((absence) => (
          <li
            key={`${absence.userId} ${absence.startDate} ${absence.startMinutes}`}
            className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2.5"
          >
            <Avatar name={absence.name} className="row-span-2 mt-0.5" />
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 font-medium wrap-anywhere">
                {absence.userId === self ? t("you") : absence.name}
              </span>
              <span className="text-muted">
                {absence.type ? <TypeName {...absence.type} /> : t("private")}
              </span>
            </div>
            <div className="text-muted">
              {children(absence)}
              {absence.status === "OPEN" ? ` (${t("waiting")})` : null}
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 || more ? (
        <p className="mt-3">
          <TextLink href={paths.wallchart}>{t("more", { count: more ? 0 : hidden })}</TextLink>
        </p>
      ) : null}
    </Card>
  );
}
