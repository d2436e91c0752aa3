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

type Overview = inferRouterOutputs<AppRouter>["absences"]["overview"];
type Away = Overview["today"];
type Absence = Away["people"][number];
type Props = { away: Away; today: string /** The signed-in user's id. */; self: string };

/** The week of a day in the calendar. */
const calendarOn = (day: string): string => `${paths.wallchart}?view=week&on=${day}`;

/** Number of days listed after today. */
export const daysAhead = 7;

/** Employees who work at another place today. Renders nothing without any. */
export async function ElsewhereToday({ away, today, self }: Props) {
  const t = await getTranslations("today.away");
  if (away.count === 0) return null;
  return (
    <People
      title={t("elsewhere")}
      id="elsewhere-today"
      none=""
      {...away}
      self={self}
      href={calendarOn(today)}
    >
      {(absence) => <Until {...absence} today={today} />}
    </People>
  );
}

/** Employees on approved leave today. */
export async function AwayToday({ away, today, self }: Props) {
  const t = await getTranslations("today.away");
  return (
    <People
      title={t("today")}
      id="away-today"
      none={t("nobodyToday")}
      {...away}
      self={self}
      href={calendarOn(today)}
    >
      {({ startDate, endDate, ...absence }) => (
        <Until {...absence} startDate={startDate} endDate={endDate} today={today} />
      )}
    </People>
  );
}

/** Requested or approved leave of the next days. */
export async function AwaySoon({ away, today, self }: Props) {
  const t = await getTranslations("today.away");
  const href = calendarOn(daysLater(today, 1));
  return (
    <People title={t("soon")} id="away-soon" none={t("nobodySoon")} {...away} self={self} href={href}>
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
  /** The first of them. */
  people: readonly Absence[];
  count: number;
  self: string;
  /** Where all of them are. */
  href: string;
  children: (absence: Absence) => ReactNode;
};

async function People({ title, id, none, people, count, self, href, children }: PeopleProps) {
  const t = await getTranslations("today.away");
  const hidden = count - people.length;
  return (
    <Card title={title} titleId={id}>
      {count === 0 ? <p className="text-muted">{none}</p> : null}
      <ul className="grid gap-2.5">
        {people.map((absence) => (
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
      {hidden > 0 ? (
        <p className="mt-3">
          <TextLink href={href}>{t("more", { count: hidden })}</TextLink>
        </p>
      ) : null}
    </Card>
  );
}
