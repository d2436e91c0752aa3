import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { DaysAway, SickRate } from "@/app/(app)/dashboard/(team)/insights/absence-charts";
import { readWanted } from "@/app/(app)/dashboard/(team)/insights/address";
import { Coverage } from "@/app/(app)/dashboard/(team)/insights/coverage";
import { Filters } from "@/app/(app)/dashboard/(team)/insights/filters";
import { LeftByDepartment, MustTake } from "@/app/(app)/dashboard/(team)/insights/year-end-charts";
import { insights as insightsPage } from "@/app/(app)/dashboard/(team)/pages";
import { utcDay } from "@/server/kernel/time/clock";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(insightsPage);
export default routeOf(insightsPage, InsightsPage);

/** How many years can be chosen before this one. */
const yearsBack = 4;

async function InsightsPage({ searchParams }: Props) {
  const [{ actor }, search, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations("insights"),
  ]);
  const isAdmin = actor.role === "ADMIN";
  const header = <RecordHeader of={insightsPage} />;
  if (!isAdmin && actor.role !== "LOCATION_ADMIN")
    return (
      <>
        {header}
        <EmptyState title={t("notForYou")} />
      </>
    );
  const thisYear = Number(utcDay(new Date()).slice(0, 4));
  const wanted = readWanted(search, thisYear);
  const { year } = wanted;
  const choices = await load(caller().insights.choices());
  if (choices.error)
    return (
      <>
        {header}
        <LoadError error={choices.error} />
      </>
    );
  const { leaveTypes } = choices.data;
  const type = leaveTypes.find(({ id }) => id === wanted.type) ?? leaveTypes[0];
  const group = {
    locationId: wanted.location ?? undefined,
    departmentId: wanted.department ?? undefined,
  };
  const people = { year, ...group };
  const [coverage, yearEnd, daysAway, sickRate] = await Promise.all([
    load(caller().insights.coverage(group)),
    type ? load(caller().insights.yearEnd({ ...people, leaveTypeId: type.id })) : null,
    load(caller().insights.daysAway(people)),
    isAdmin ? load(caller().insights.sickRate(people)) : null,
  ]);
  const failed = coverage.error ?? yearEnd?.error ?? daysAway.error ?? sickRate?.error;
  const years = Array.from({ length: yearsBack + 2 }, (_, n) => thisYear + 1 - n);
  return (
    <>
      {header}
      <div className="grid gap-5">
        <Filters
          wanted={wanted}
          years={years.includes(year) ? years : [...years, year]}
          choices={choices.data}
        />
        {failed ? <LoadError error={failed} /> : null}
        {coverage.data ? <Coverage coverage={coverage.data} /> : null}
        {type && yearEnd?.data ? (
          <>
            <LeftByDepartment yearEnd={yearEnd.data} type={type} year={year} />
            <MustTake yearEnd={yearEnd.data} type={type} year={year} />
          </>
        ) : null}
        {sickRate?.data ? <SickRate sickRate={sickRate.data} year={year} /> : null}
        {daysAway.data ? <DaysAway daysAway={daysAway.data} year={year} /> : null}
      </div>
    </>
  );
}
