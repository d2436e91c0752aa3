import { notFound, redirect } from "next/navigation";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { reportFile as reportFilePage } from "@/app/(web)/dashboard/page-records/integrations";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string }> };

/** Whether the link leads to no file, for any reason: the link does not reveal which. */
const isGone = (code: string) => ["RESOURCE_NOT_FOUND", "VALIDATION_ERROR", "FORBIDDEN"].includes(code);

export const generateMetadata = metadataOf(reportFilePage);
export default routeOf(reportFilePage, ReportFilePage);

/** Explains why a link has no file. Once the file exists, a reload redirects to it. */
async function ReportFilePage({ params }: Props) {
  await requireActor();
  const [{ id }, terms] = await Promise.all([params, load(caller().scheduledReports.terms())]);
  const isClosed = terms.data?.standing === "plan";
  const { data, error } = isClosed ? {} : await load(caller().scheduledReports.file({ id }));
  if (data) redirect(paths.reportDownload(data.id));
  const failed = terms.error ?? error;
  if (!isClosed && failed && isGone(failed.code)) notFound();
  return (
    <>
      <RecordHeader of={reportFilePage} />
      {failed ? <LoadError error={failed} /> : null}
      {isClosed && terms.data ? <Gate terms={terms.data} /> : null}
    </>
  );
}
