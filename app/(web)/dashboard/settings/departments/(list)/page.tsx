import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { departments as departmentsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { DepartmentsTable } from "@/app/(web)/dashboard/settings/departments/(list)/departments-table";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(departmentsPage);
export default routeOf(departmentsPage, DepartmentsPage);

async function DepartmentsPage() {
  await requireActor();
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.departments.overview()),
  ]);
  return (
    <>
      <RecordHeader
        of={departmentsPage}
        actions={
          found.data ? (
            <CreateLink href={paths.newDepartment}>{t("departments.create")}</CreateLink>
          ) : undefined
        }
      />
      {found.error ? (
        <Refused error={found.error} what={t("departments.refused")} />
      ) : (
        <DepartmentsTable departments={found.data} />
      )}
    </>
  );
}
