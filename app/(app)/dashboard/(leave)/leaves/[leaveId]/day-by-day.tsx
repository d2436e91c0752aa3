import { getTranslations } from "next-intl/server";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { Card } from "@/app/_kit/ui/card";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-dates";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";

type Day = LeaveDetails["days"][number];

/** Maximum days shown; the rest is behind a disclosure. */
const most = 10;

/** What each day of a leave counts, and why some days count nothing. */
export async function DayByDay({ days }: { days: readonly Day[] }) {
  const t = await getTranslations("leaves.one");
  // A single day needs no list.
  if (days.length < 2) return null;
  const list = (
    <FactList>
      {days.map((day) => (
        <Fact key={day.date} label={<LeaveDates startDate={day.date} endDate={day.date} />}>
          <Counted day={day} />
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

async function Counted({ day: { kind, amount, holiday } }: { day: Day }) {
  const t = await getTranslations("leaves");
  switch (kind) {
    case "NON_WORKING_DAY":
      return t("one.free");
    case "HOLIDAY":
      return holiday ?? t("one.holiday");
    case "HALF_DAY_HOLIDAY":
      return `${holiday ?? t("one.holiday")}: ${t("days", { days: amount })}`;
    default:
      return t("days", { days: amount });
  }
}
