import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { newConnection as newConnectionPage } from "@/app/(app)/dashboard/(settings)/pages";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { formFacts } from "@/app/(app)/dashboard/(settings)/settings/sign-in/form-facts";
import { ConnectionWizard } from "@/app/(app)/dashboard/(settings)/settings/sign-in/new/connection-wizard";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newConnectionPage);
export default routeOf(newConnectionPage, NewConnectionPage);

async function NewConnectionPage() {
  await requireActor();
  const [t, facts] = await Promise.all([getTranslations("connections"), formFacts()]);
  return (
    <>
      <RecordHeader of={newConnectionPage} />
      <OnlyAdministrators what={t("manage")}>
        <ConnectionWizard {...facts} />
      </OnlyAdministrators>
    </>
  );
}
