import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { newLocation as newLocationPage } from "@/app/(app)/dashboard/(settings)/pages";
import { NewLocation } from "@/app/(app)/dashboard/(settings)/settings/locations/new/new-location";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";

export const generateMetadata = metadataOf(newLocationPage);
export default routeOf(newLocationPage, NewLocationPage);

async function NewLocationPage() {
  const t = await getTranslations("places");
  return (
    <>
      <RecordHeader of={newLocationPage} />
      <OnlyAdministrators what={t("locations.refused")}>
        <NewLocation />
      </OnlyAdministrators>
    </>
  );
}
