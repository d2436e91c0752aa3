"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { Note } from "@/app/_kit/ui/note";
import type { ChosenColumns } from "@/app/(app)/dashboard/(settings)/settings/import/use-columns";
import { type DayTime, workWeekOf } from "@/server/modules/workspace/imports/work-week";

type Props = { columns: ChosenColumns; onChange: () => void };

/** Cells that are shown or asked about; more are no working patterns. */
const maxShown = 10;
/** 4 January 1970 was a Sunday. */
const dayOfWeek = (weekday: number) => new Date(Date.UTC(1970, 0, 4 + weekday));
const fromMonday = [1, 2, 3, 4, 5, 6, 0];

/** What the cells of the working patterns mean; a share of full-time or a number of days has to be answered. */
export function WorkWeeks({ columns, onChange }: Props) {
  const t = useTranslations("import.columns.weeks");
  const format = useFormatter();
  const dayOf = (time: DayTime, day: string): string => {
    if (time === "FULL_DAY") return day;
    return time === "HALF_DAY" ? t("half", { day }) : t("hours", { day, hours: time / 60 });
  };
  const meaningOf = (week: readonly DayTime[] | "usual"): string => {
    if (week === "usual") return t("usual");
    const days = fromMonday.flatMap((weekday) => {
      const time = week[weekday] ?? 0;
      const day = format.dateTime(dayOfWeek(weekday), { timeZone: "UTC", weekday: "short" });
      return time === 0 ? [] : [dayOf(time, day)];
    });
    return days.join(", ");
  };
  const { known, asked } = columns.weeks;
  const unanswered = (cell: string): string | undefined => {
    const answer = columns.weekAnswer(cell);
    return answer.trim() !== "" && workWeekOf(answer) === null ? t("unread") : undefined;
  };
  if (known.length + asked.length === 0) return null;
  return (
    <section aria-labelledby="work-weeks" className="flex flex-col gap-3">
      <h3 id="work-weeks" className="font-semibold">
        {t("title")}
      </h3>
      {known.length > 0 ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {known.slice(0, maxShown).map(({ cell, week }) => (
            <div key={cell} className="contents">
              <dt className="wrap-anywhere">{cell}</dt>
              <dd className="text-muted">{meaningOf(week)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {known.length > maxShown ? (
        <p className="text-muted">{t("more", { count: known.length - maxShown })}</p>
      ) : null}
      {asked.length > maxShown ? <Note tone="warning">{t("tooMany", { count: asked.length })}</Note> : null}
      {asked.length > 0 && asked.length <= maxShown ? (
        <>
          <p className="text-muted">{t("ask", { count: asked.length })}</p>
          {asked.map((cell) => {
            const week = workWeekOf(columns.weekAnswer(cell));
            return (
              <Field
                key={cell}
                label={t("means", { cell })}
                help={week ? meaningOf(week) : t("help")}
                error={unanswered(cell)}
                required
                className="max-w-md"
              >
                <Input
                  value={columns.weekAnswer(cell)}
                  autoComplete="off"
                  onChange={({ target }) => {
                    columns.setWeekAnswer(cell, target.value);
                    onChange();
                  }}
                />
              </Field>
            );
          })}
        </>
      ) : null}
    </section>
  );
}
