import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { newDepartment as newDepartmentPage } from "@/app/(web)/dashboard/page-records/settings";
import { NewDepartment } from "@/app/(web)/dashboard/settings/departments/new/new-department";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
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
