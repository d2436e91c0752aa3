import { getTimeZone } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { Gate } from "@/app/(app)/dashboard/(integrations)/open-api/reports/gate";
import { NewReportForm } from "@/app/(app)/dashboard/(integrations)/open-api/reports/new/new-report-form";
import { newReport as newReportPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newReportPage);
export default routeOf(newReportPage, NewReportPage);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function NewReportPage({ searchParams }: Props) {
  await requireActor();
  const [{ payroll }, { data: terms, error }, timezone] = await Promise.all([
    searchParams,
    load(caller().scheduledReports.terms()),
    getTimeZone(),
  ]);
  return (
    <>
      <RecordHeader of={newReportPage} description={terms?.standing === "open" ? undefined : null} />
      {error ? <LoadError error={error} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {terms?.standing === "open" ? (
        <NewReportForm
          terms={terms}
          timezone={timezone}
          template={typeof payroll === "string" ? payroll : undefined}
        />
      ) : null}
    </>
  );
}
