import "./wallchart.css";
import { headers } from "next/headers";
import { getFormatter, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller, requestId } from "@/app/_trpc/server";
import { wallchart as wallchartPage } from "@/app/(app)/dashboard/(team)/pages";
import { questionOf, readAddress } from "@/app/(app)/dashboard/(team)/wallchart/address";
import { Chart } from "@/app/(app)/dashboard/(team)/wallchart/chart";
import { type Column, fewAway, fewPeople } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";
import { Controls } from "@/app/(app)/dashboard/(team)/wallchart/controls";
import { columnsOf, type Period, periodOf, type View } from "@/app/(app)/dashboard/(team)/wallchart/period";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";
import "server-only";

const at = (date: string) => new Date(`${date}T00:00:00Z`);
const zone = { timeZone: "UTC" } as const;

/** The columns of a period with their labels, made on the server: browsers may format dates differently. */
async function makeColumns(view: View, period: Period, today: string): Promise<Column[]> {
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
async function periodTitle(view: View, { startDate, endDate }: Period): Promise<string> {
  const format = await getFormatter();
  if (view === "month") return format.dateTime(at(startDate), { ...zone, month: "long", year: "numeric" });
  const short = { ...zone, day: "numeric", month: "short" } as const;
  const last = format.dateTime(at(endDate), { ...short, year: "numeric" });
  const isOneYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return `${format.dateTime(at(startDate), isOneYear ? short : { ...short, year: "numeric" })} – ${last}`;
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(wallchartPage);
export default routeOf(wallchartPage, WallchartPage);

async function WallchartPage({ searchParams }: Props) {
  await requireActor();
  const [words, query, choices] = await Promise.all([
    getTranslations("leaves"),
    searchParams,
    load(caller().wallchart.choices()),
  ]);
  const wanted = readAddress(query);
  const header = (
    <RecordHeader
      of={wallchartPage}
      actions={
        <LinkButton href={paths.request} variant="primary">
          {words("request")}
        </LinkButton>
      }
    />
  );
  if (!choices.data)
    return (
      <>
        {header}
        <LoadError error={choices.error} />
      </>
    );
  const { today, firstDayOfWeek } = choices.data;
  const period = periodOf(wanted.view, { on: wanted.on, today, firstDayOfWeek });
  const question = { ...period, ...questionOf(wanted) };
  const isPhone = /\bMobile\b/.test((await headers()).get("user-agent") ?? "");
  const step = wanted.view === "quarter" ? 7 : 1;
  const [columns, title, page, counts, ruled, exempt, away] = await Promise.all([
    makeColumns(wanted.view, period, today),
    periodTitle(wanted.on ? wanted.view : "week", period),
    load(caller().wallchart.page({ ...question, ...(isPhone && { limit: fewPeople }) })),
    load(caller().wallchart.counts(question)),
    load(caller().wallchart.ruled(question)),
    load(caller().wallchart.exempt()),
    // On a phone only. Other devices load it when their window is narrow.
    isPhone ? load(caller().wallchart.away({ ...question, step, limit: fewAway })) : null,
  ]);
  return (
    <div className="wc-page">
      {header}
      <Controls wanted={wanted} choices={choices.data} title={title} period={period} />
      {page.error ? <LoadError error={page.error} /> : null}
      {page.data ? (
        <Chart
          // A refresh from the server starts a new list.
          key={requestId()}
          {...{ wanted, question, columns, title }}
          first={page.data}
          counts={counts.data ?? null}
          ruled={ruled.data ?? []}
          exempt={exempt.data ?? []}
          away={away?.data ?? null}
          countsFailed={counts.error ? <LoadError error={counts.error} /> : null}
          leaveTypes={choices.data.leaveTypes}
          showsPlaces={choices.data.locations.length > 1 && !wanted.location}
        />
      ) : null}
    </div>
  );
}
