import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NoReports } from "@/app/(web)/dashboard/open-api/reports/(list)/no-reports";
import { ReportsTable } from "@/app/(web)/dashboard/open-api/reports/(list)/reports-table";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { reports as reportsPage } from "@/app/(web)/dashboard/page-records/integrations";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(reportsPage);
export default routeOf(reportsPage, ReportsPage);

async function ReportsPage() {
  await requireActor();
  const t = await getTranslations("reports");
  const { data: terms, error } = await load(caller().scheduledReports.terms());
  const list = terms?.standing === "open" ? await load(caller().scheduledReports.list()) : undefined;
  const failed = error ?? list?.error;
  return (
    <>
      <RecordHeader
        of={reportsPage}
        description={
          terms?.standing === "open" ? t(terms.seesAll ? "list.seesAll" : "list.seesLocations") : undefined
        }
        actions={
          // An empty page shows its main action once, in the middle.
          list?.data?.length ? <CreateLink href={paths.newReport}>{t("list.create")}</CreateLink> : undefined
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {list?.data?.length === 0 ? <NoReports /> : null}
      {list?.data?.length ? <ReportsTable reports={list.data} /> : null}
    </>
  );
}
