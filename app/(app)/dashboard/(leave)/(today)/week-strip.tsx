import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getTranslations } from "next-intl/server";
import { minutesOn, type WorkDays } from "@/app/_kit/form/work-days";
import { Avatar } from "@/app/_kit/ui/avatar";
import { cn } from "@/app/_kit/ui/class-names";
import { daysLater } from "@/app/_kit/ui/date-text";
import { PageLink } from "@/app/_kit/ui/page-link";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Away = inferRouterOutputs<AppRouter>["absences"]["overview"];

/** Days shown, today included. */
const shownDays = 6;
/** How far the next working days are looked for. */
const furthest = 14;
/** Today, and the next days on which the person works. */
export function daysOfStrip({ today, ...workDays }: WorkDays & { today: string }): string[] {
  const next = Array.from({ length: furthest }, (_, at) => daysLater(today, at + 1));
  return [today, ...next.filter((day) => minutesOn(workDays, day) > 0)].slice(0, shownDays);
}

/** Who is away on each of the next days, as faces. A day leads to its week in the calendar. */
export async function WeekStrip({
  today,
  days,
  away,
}: {
  today: string;
  days: readonly string[] /** Of each day. */;
  away: Away["days"];
}) {
  const t = await getTranslations("today.week");
  return (
    <section aria-labelledby="week-strip" className="mb-5 min-w-0">
      <h2 id="week-strip" className="mb-2.5 font-semibold">
        {t("title")}
      </h2>
      <ol className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {days.map((day, at) => (
          <li key={day} className="min-w-0">
            <Day
              day={day}
              isToday={day === today}
              people={away[at]?.people ?? []}
              count={away[at]?.count ?? 0}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

type DayProps = {
  day: string;
  isToday: boolean;
  /** The first of those who are away; their faces stand for all. */
  people: Away["days"][number]["people"];
  count: number;
};

type Shape = { weekday?: "short" | "long"; day?: "numeric"; month?: "numeric" | "long" };

async function Day({ day, isToday, people, count }: DayProps) {
  const [t, format] = await Promise.all([getTranslations("today.week"), getFormatter()]);
  const at = new Date(`${day}T00:00:00Z`);
  const written = (shape: Shape) => format.dateTime(at, { ...shape, timeZone: "UTC" });
  const rest = count - people.length;
  const names = people.map(({ name }) => name);
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
          {people.map(({ userId, name }, at) => (
            <Avatar key={userId} name={name} className={at > 0 ? "-ms-1.5" : undefined} />
          ))}
          {rest > 0 ? <span className="ms-1 text-muted text-xs tabular-nums">+{rest}</span> : null}
        </span>
      )}
    </PageLink>
  );
}
