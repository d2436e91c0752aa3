import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { locations as locationsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { LocationsTable } from "@/app/(web)/dashboard/settings/locations/(list)/locations-table";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(locationsPage);
export default routeOf(locationsPage, LocationsPage);

async function LocationsPage() {
  await requireActor();
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.locations.overview()),
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
        <LocationsTable locations={found.data} />
      )}
    </>
  );
}
