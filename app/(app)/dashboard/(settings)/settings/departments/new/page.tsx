import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { newDepartment as newDepartmentPage } from "@/app/(app)/dashboard/(settings)/pages";
import { NewDepartment } from "@/app/(app)/dashboard/(settings)/settings/departments/new/new-department";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newDepartmentPage);
export default routeOf(newDepartmentPage, NewDepartmentPage);

async function NewDepartmentPage() {
  const [{ workspace }, t] = await Promise.all([requireActor(), getTranslations("places")]);
  return (
    <>
      <RecordHeader of={newDepartmentPage} />
      <OnlyAdministrators what={t("departments.refused")}>
        <NewDepartment hasLevel2={workspace.plan === "COMPLETE"} />
      </OnlyAdministrators>
    </>
  );
}
