import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { newLocation as newLocationPage } from "@/app/(web)/dashboard/page-records/settings";
import { NewLocation } from "@/app/(web)/dashboard/settings/locations/new/new-location";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";

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
