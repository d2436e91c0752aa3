import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { holidays as holidaysPage } from "@/app/(app)/dashboard/(settings)/pages";
import { AddHoliday } from "@/app/(app)/dashboard/(settings)/settings/holidays/(list)/holiday-dialog";
import { HolidaysTable } from "@/app/(app)/dashboard/(settings)/settings/holidays/(list)/holidays-table";
import { WhichHolidays } from "@/app/(app)/dashboard/(settings)/settings/holidays/(list)/which-holidays";
import { one, type Search, yearsAround } from "@/app/(app)/dashboard/(settings)/settings/holidays/address";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

/** Years in the list: past leave is reviewed, and future leave planned. */
const yearsBefore = 2;
const yearsAfter = 5;

export const generateMetadata = metadataOf(holidaysPage);
export default routeOf(holidaysPage, HolidaysPage);

async function HolidaysPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ actor }, t, search, locations] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    searchParams,
    load(caller().directory.locations.list()),
  ]);
  const thisYear = new Date().getUTCFullYear();
  const year = /^\d{4}$/.test(one(search.year)) ? one(search.year) : String(thisYear);
  const isLead = actor.role === "ADMIN" || actor.role === "LOCATION_ADMIN";
  const location =
    locations.data?.find(({ id }) => id === one(search.location)) ??
    locations.data?.find(({ isDefault }) => isDefault) ??
    locations.data?.[0];
  const found =
    location && isLead
      ? await load(caller().directory.holidays.list({ locationId: location.id, year }))
      : null;
  const isEmpty = found?.data?.length === 0;
  const years = [...new Set([...yearsAround(thisYear, yearsBefore, yearsAfter), Number(year)])].sort();
  const actions = location ? (
    <>
      <LinkButton
        href={`${paths.importHolidays}?location=${location.id}`}
        variant={isEmpty ? "primary" : "secondary"}
      >
        {t("holidays.import")}
      </LinkButton>
      <AddHoliday location={location} year={year} isMain={!isEmpty} />
    </>
  ) : undefined;
  return (
    <>
      <RecordHeader of={holidaysPage} actions={isLead && !isEmpty ? actions : undefined} />
      {isLead ? null : <OnlyAdministrators what={t("holidays.refused")}>{null}</OnlyAdministrators>}
      {locations.error ? <LoadError error={locations.error} /> : null}
      {isLead && locations.data?.length === 0 ? <EmptyState title={t("holidays.noLocations")} /> : null}
      {location && locations.data && found ? (
        <div className="flex flex-col gap-4">
          <WhichHolidays location={location.id} year={year} locations={locations.data} years={years} />
          {found.error ? (
            <LoadError error={found.error} />
          ) : isEmpty ? (
            <EmptyState title={t("holidays.none", { year })} actions={actions}>
              {t("holidays.noneText", { location: location.name })}
            </EmptyState>
          ) : (
            <HolidaysTable holidays={found.data} location={location} />
          )}
        </div>
      ) : null}
    </>
  );
}
