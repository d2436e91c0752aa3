import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newDepartment as newDepartmentPage } from "@/app/(app)/dashboard/(settings)/pages";
import { NewDepartment } from "@/app/(app)/dashboard/(settings)/settings/departments/new/new-department";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newDepartmentPage);
export default routeOf(newDepartmentPage, NewDepartmentPage);

async function NewDepartmentPage() {
  const [{ workspace }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    load(caller().directory.departments.overview()),
  ]);
  return (
    <>
      <RecordHeader of={newDepartmentPage} />
      {found.error ? (
        <Refused error={found.error} what={t("departments.refused")} />
      ) : (
        <NewDepartment departments={found.data} hasLevel2={workspace.plan === "COMPLETE"} />
      )}
    </>
  );
}
