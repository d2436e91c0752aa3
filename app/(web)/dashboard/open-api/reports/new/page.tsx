import { getTimeZone } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { NewReportForm } from "@/app/(web)/dashboard/open-api/reports/new/new-report-form";
import { newReport as newReportPage } from "@/app/(web)/dashboard/page-records/integrations";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newReportPage);
export default routeOf(newReportPage, NewReportPage);

async function NewReportPage() {
  await requireActor();
  const [{ data: terms, error }, timezone] = await Promise.all([
    load(caller().scheduledReports.terms()),
    getTimeZone(),
  ]);
  return (
    <>
      <RecordHeader of={newReportPage} description={terms?.standing === "open" ? undefined : null} />
      {error ? <LoadError error={error} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {terms?.standing === "open" ? <NewReportForm terms={terms} timezone={timezone} /> : null}
    </>
  );
}
