import { getFormatter, getTranslations } from "next-intl/server";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { Card } from "@/app/_kit/ui/card";
import { LeaveDates, type LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { amountOf, figureOf, toHundredths } from "@/server/kernel/time/amount";

type Day = LeaveDetails["days"][number];

/** Maximum days shown; the rest is behind a disclosure. */
const most = 10;

/** What each day of a leave counts, and why some days count nothing. */
export async function DayByDay({ leave }: { leave: LeaveDetails }) {
  const t = await getTranslations("leaves.one");
  const { days, startDate, endDate } = leave;
  const partOn = (date: string) =>
    date === startDate ? leave.startPart : date === endDate ? leave.endPart : "FULL_DAY";
  // A single day needs no list.
  if (days.length < 2) return null;
  const list = (
    <FactList>
      {days.map((day) => (
        <Fact
          key={day.date}
          label={
            <LeaveDates
              {...{ startDate: day.date, endDate: day.date }}
              {...{ startPart: partOn(day.date), endPart: partOn(day.date) }}
            />
          }
        >
          <Counted day={day} dayHours={leave.dayHours} />
        </Fact>
      ))}
    </FactList>
  );
  return (
    <Card title={t("days")} titleId="leave-days">
      {days.length <= most ? (
        list
      ) : (
        <details>
          <summary className="cursor-pointer">{t("showDays", { count: days.length })}</summary>
          <div className="mt-3">{list}</div>
        </details>
      )}
    </Card>
  );
}

async function Counted({ day, dayHours }: { day: Day; dayHours: number }) {
  const [t, format] = await Promise.all([getTranslations("leaves"), getFormatter()]);
  const { kind, amount: days, hours, holiday, after: daysAfter } = day;
  const amount = amountOf(days, hours, dayHours);
  // All days of the count are as long as the last one.
  const after = hours === null || days === 0 ? daysAfter : toHundredths((hours * daysAfter) / days);
  switch (kind) {
    case "NON_WORKING_DAY":
      return t("one.free");
    case "INTERRUPTED":
      return days > 0 ? `${t("one.interrupted")}: ${t("days", amount)}` : t("one.interrupted");
    case "HOLIDAY":
      return holiday ?? t("one.holiday");
    case "CALENDAR_DAY":
      if (after > 0)
        return t("one.untilWork", {
          ...amount,
          after: figureOf(
            amountOf(daysAfter, hours === null ? null : after, dayHours),
            format.number,
            amount.unit,
          ),
        });
      return holiday
        ? t("one.holidayCounted", { name: holiday, ...amount })
        : t("one.freeButCounted", amount);
    case "HALF_DAY_HOLIDAY":
      return `${holiday ?? t("one.holiday")}: ${t("days", amount)}`;
    default:
      return after > 0
        ? t("one.untilWork", {
            ...amount,
            after: figureOf(
              amountOf(daysAfter, hours === null ? null : after, dayHours),
              format.number,
              amount.unit,
            ),
          })
        : t("days", amount);
  }
}
