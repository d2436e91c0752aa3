import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { locations as locationsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { readLocationsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { LocationsTable } from "@/app/(app)/dashboard/(settings)/settings/locations/(list)/locations-table";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(locationsPage);
export default routeOf(locationsPage, LocationsPage);

async function LocationsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readLocationsQuery(addressOf(await searchParams));
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.locations.page(asked)),
  ]);
  return (
    <>
      <RecordHeader
        of={locationsPage}
        actions={
          found.data ? <CreateLink href={paths.newLocation}>{t("locations.create")}</CreateLink> : undefined
        }
      />
      {found.error ? (
        <Refused error={found.error} what={t("locations.refused")} />
      ) : (
        <LocationsTable first={{ asked, found: found.data }} />
      )}
    </>
  );
}
