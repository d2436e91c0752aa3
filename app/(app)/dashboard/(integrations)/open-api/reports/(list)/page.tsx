import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { NoReports } from "@/app/(app)/dashboard/(integrations)/open-api/reports/(list)/no-reports";
import { ReportsTable } from "@/app/(app)/dashboard/(integrations)/open-api/reports/(list)/reports-table";
import { Gate } from "@/app/(app)/dashboard/(integrations)/open-api/reports/gate";
import { reports as reportsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
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
