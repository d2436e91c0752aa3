import { notFound, redirect } from "next/navigation";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { Gate } from "@/app/(app)/dashboard/(integrations)/open-api/reports/gate";
import { reportFile as reportFilePage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
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
