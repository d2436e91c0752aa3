import "server-only";
import { getFormatter, getTranslations } from "next-intl/server";
import type { Column } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { columnsOf, type Period, type View } from "@/app/(app)/dashboard/(team)/wallchart/period";

const at = (date: string) => new Date(`${date}T00:00:00Z`);
const zone = { timeZone: "UTC" } as const;

/** The columns of a period with their labels, made on the server: browsers may format dates differently. */
export async function makeColumns(view: View, period: Period, today: string): Promise<Column[]> {
  const [format, t] = await Promise.all([getFormatter(), getTranslations("wallchart")]);
  const dayMonth = (day: string) => format.dateTime(at(day), { ...zone, day: "numeric", month: "short" });
  return columnsOf(view, period).map((days) => {
    const [day = ""] = days;
    const isToday = days.includes(today);
    if (view === "quarter") {
      const number = format.dateTime(at(day), { ...zone, day: "numeric" });
      const month = format.dateTime(at(day), { ...zone, month: "short" });
      return { days, name: t("weekOf", { date: dayMonth(day) }), top: month, bottom: number, isToday };
    }
    const weekday = format.dateTime(at(day), { ...zone, weekday: "short" });
    return {
      days,
      name: format.dateTime(at(day), { ...zone, weekday: "short", day: "numeric", month: "short" }),
      top: view === "week" ? weekday : format.dateTime(at(day), { ...zone, weekday: "narrow" }),
      bottom: String(Number(day.slice(8))),
      isToday,
    };
  });
}

/** "August 2026", or "3 Aug – 9 Aug 2026". */
export async function periodTitle(view: View, { startDate, endDate }: Period): Promise<string> {
  const format = await getFormatter();
  if (view === "month") return format.dateTime(at(startDate), { ...zone, month: "long", year: "numeric" });
  const short = { ...zone, day: "numeric", month: "short" } as const;
  const last = format.dateTime(at(endDate), { ...short, year: "numeric" });
  const isOneYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return `${format.dateTime(at(startDate), isOneYear ? short : { ...short, year: "numeric" })} – ${last}`;
}
