import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { departments as departmentsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { DepartmentsTable } from "@/app/(app)/dashboard/(settings)/settings/departments/(list)/departments-table";
import { readDepartmentsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(departmentsPage);
export default routeOf(departmentsPage, DepartmentsPage);

async function DepartmentsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readDepartmentsQuery(addressOf(await searchParams));
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.departments.page(asked)),
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
        <DepartmentsTable first={{ asked, found: found.data }} />
      )}
    </>
  );
}
