import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getTranslations } from "next-intl/server";
import { minutesOn, type WorkDays } from "@/app/_kit/form/work-days";
import { Avatar } from "@/app/_kit/ui/avatar";
import { cn } from "@/app/_kit/ui/class-names";
import { daysLater } from "@/app/_kit/ui/date-text";
import { PageLink } from "@/app/_kit/ui/page-link";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { touchesDays } from "@/server/kernel/time/date-range";

type Away = inferRouterOutputs<AppRouter>["absences"]["list"];
type Absence = Away["items"][number];

/** Days shown, today included. */
const shownDays = 6;
/** How far the next working days are looked for. */
const furthest = 14;
/** Faces of a day; the rest is a number. */
const maxFaces = 3;

/** Today, and the next days on which the person works. */
export function daysOfStrip({ today, ...workDays }: WorkDays & { today: string }): string[] {
  const next = Array.from({ length: furthest }, (_, at) => daysLater(today, at + 1));
  return [today, ...next.filter((day) => minutesOn(workDays, day) > 0)].slice(0, shownDays);
}

/** The people on approved leave on a day, each once. */
const awayOn = (items: readonly Absence[], day: string): Absence[] => [
  ...new Map(
    items
      .filter((absence) => absence.isAway && absence.status === "APPROVED" && touchesDays(absence, day))
      .map((absence) => [absence.userId, absence]),
  ).values(),
];

/** Who is away on each of the next days, as faces. A day leads to its week in the calendar. */
export async function WeekStrip({
  today,
  days,
  items,
  more,
}: Away & { today: string; days: readonly string[] }) {
  const t = await getTranslations("today.week");
  return (
    <section aria-labelledby="week-strip" className="mb-5 min-w-0">
      <h2 id="week-strip" className="mb-2.5 font-semibold">
        {t("title")}
      </h2>
      <ol className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {days.map((day) => (
          <li key={day} className="min-w-0">
            <Day day={day} isToday={day === today} people={awayOn(items, day)} isMore={more} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type DayProps = {
  day: string;
  isToday: boolean;
  people: readonly Absence[] /** More may be away. */;
  isMore: boolean;
};

type Shape = { weekday?: "short" | "long"; day?: "numeric"; month?: "numeric" | "long" };

async function Day({ day, isToday, people, isMore }: DayProps) {
  const [t, format] = await Promise.all([getTranslations("today.week"), getFormatter()]);
  const at = new Date(`${day}T00:00:00Z`);
  const written = (shape: Shape) => format.dateTime(at, { ...shape, timeZone: "UTC" });
  const count = people.length;
  const faces = people.slice(0, maxFaces);
  const rest = count - faces.length;
  const names = faces.map(({ name }) => name);
  const label = t("day", {
    date: written({ weekday: "long", day: "numeric", month: "long" }),
    count,
    names: format.list(rest > 0 ? [...names, t("others", { count: rest })] : names, "all"),
  });
  return (
    <PageLink
      href={`${paths.wallchart}?view=week&on=${day}`}
      prefetch={false}
      aria-label={label}
      aria-current={isToday ? "date" : undefined}
      className={cn(
        "flex h-full min-h-24 flex-col gap-1.5 rounded-lg border bg-surface p-2.5 hover:bg-hover sm:p-3",
        isToday ? "border-accent" : "border-line",
      )}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-1.5">
        <span className={cn("font-medium", isToday && "text-accent-text")}>
          {isToday ? t("today") : written({ weekday: "short" })}
        </span>
        <span className="text-muted text-xs tabular-nums">
          {written({ day: "numeric", month: "numeric" })}
        </span>
      </span>
      {count === 0 ? (
        <span className="text-muted">{t("count", { count })}</span>
      ) : (
        <span className="flex items-center">
          {faces.map(({ userId, name }, at) => (
            <Avatar key={userId} name={name} className={at > 0 ? "-ms-1.5" : undefined} />
          ))}
          {rest > 0 ? (
            <span className="ms-1 text-muted text-xs tabular-nums">
              +{rest}
              {isMore ? "…" : null}
            </span>
          ) : null}
        </span>
      )}
    </PageLink>
  );
}
