import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { colorsOf, unknownLetter } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { absencesOn, fillOf, groundOf } from "@/app/(app)/dashboard/(team)/wallchart/marks";
import type { AppRouter } from "@/server/api/trpc";
import { type Month, monthsOf } from "./months";

export type PersonYear = inferRouterOutputs<AppRouter>["leaves"]["year"];

const utc = { timeZone: "UTC" } as const;

type Props = {
  view: PersonYear;
  year: number;
  /** Of each type by name. */
  letters: ReadonlyMap<string, string>;
  /** The days after which carried-over days are gone. */
  expiries: ReadonlySet<string>;
  /** The picture in one sentence. */
  summary: string;
};

/** Twelve months in one picture. The same in words is in the tables below it. */
export function YearPicture({ view, year, summary, ...look }: Props) {
  return (
    <div role="img" aria-label={summary} className="yr-months">
      {monthsOf(year, view.firstDayOfWeek).map((month) => (
        <MonthPicture key={month.first} month={month} view={view} {...look} />
      ))}
    </div>
  );
}

type MonthProps = Omit<Props, "year" | "summary"> & { month: Month };

function MonthPicture({ month, view, letters, expiries }: MonthProps) {
  const format = useFormatter();
  const weekdays = Array.from({ length: 7 }, (_, place) =>
    // 4 January 1970 was a Sunday.
    format.dateTime(new Date(Date.UTC(1970, 0, 4 + view.firstDayOfWeek + place)), {
      ...utc,
      weekday: "narrow",
    }),
  );
  return (
    <div className="yr-month">
      <div className="yr-month-name">{format.dateTime(new Date(month.first), { ...utc, month: "long" })}</div>
      <div className="yr-days">
        {weekdays.map((weekday, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two weekdays may have the same letter
          <span key={place} className="yr-weekday">
            {weekday}
          </span>
        ))}
        {month.days.map((day, place) => (
          <Day
            key={day}
            day={day}
            column={place === 0 ? month.before + 1 : undefined}
            isRowStart={(month.before + place) % 7 === 0 || place === 0}
            isRowEnd={(month.before + place) % 7 === 6 || place === month.days.length - 1}
            isExpiry={expiries.has(day)}
            {...{ view, letters }}
          />
        ))}
      </div>
    </div>
  );
}

/** The rules that let no one be away on a day. */
const rulesOn = ({ ruled }: PersonYear, day: string): string[] => [
  ...new Set(ruled.filter(({ date }) => date === day).map(({ name }) => name)),
];

type DayProps = Pick<Props, "view" | "letters"> & {
  day: string;
  column: number | undefined;
  isRowStart: boolean;
  isRowEnd: boolean;
  isExpiry: boolean;
};

function Day({ day, column, view, letters, isRowStart, isRowEnd, isExpiry }: DayProps) {
  const { ground } = groundOf(day, view.place);
  const rules = rulesOn(view, day);
  return (
    <span
      className="wc-day yr-day"
      title={rules.length > 0 ? rules.join(", ") : undefined}
      data-ruled={rules.length > 0 || undefined}
      data-ground={ground}
      data-today={day === view.today || undefined}
      data-expires={isExpiry || undefined}
      style={column ? { gridColumnStart: column } : undefined}
    >
      <span className="yr-number">{Number(day.slice(8))}</span>
      {absencesOn(view.leaves, day).map((leave) => (
        <span
          key={leave.id}
          className="wc-mark"
          data-status={leave.status}
          data-fill={fillOf(leave, view.place, day)}
          data-starts={isRowStart || leave.startDate === day || undefined}
          data-ends={isRowEnd || leave.endDate === day || undefined}
          data-free={ground === "off" || ground === "holiday" || undefined}
          style={colorsOf(leave.type?.color)}
        >
          <span className="wc-letter">{leave.type ? letters.get(leave.type.name) : unknownLetter}</span>
        </span>
      ))}
    </span>
  );
}

/** The sample of a day on which leave would break a rule. */
export function RuledSample() {
  const t = useTranslations("year");
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="wc-sample" data-ruled />
      {t("ruled")}
    </li>
  );
}

/** The sample of a day after which carried-over days are gone. */
export function ExpirySample() {
  const t = useTranslations("year");
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="wc-sample yr-expires" />
      {t("expires")}
    </li>
  );
}
