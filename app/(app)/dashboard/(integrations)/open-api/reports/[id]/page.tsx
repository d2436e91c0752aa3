import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Badge } from "@/app/_kit/ui/badge";
import { Tabs } from "@/app/_kit/ui/tabs";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { historyPage } from "@/app/(app)/dashboard/(integrations)/open-api/_schedules/history-page";
import { DownloadCard } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/download-card";
import { History } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/history";
import { ReportSettings } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/report-settings";
import { WhenLine } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/when-line";
import { Gate } from "@/app/(app)/dashboard/(integrations)/open-api/reports/gate";
import type {
  ReportListed,
  ReportTerms,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { report as reportPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const tabs = ["history", "settings"] as const;
const [firstTab] = tabs;

const termsNow = cache(() => load(caller().scheduledReports.terms()));
const reportOf = cache((id: string) => load(caller().scheduledReports.get({ id })));
/** An id in another format names no report either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(reportPage, async ({ params }: Props) => {
  await requireActor();
  return (await reportOf((await params).id)).data?.name;
});
export default routeOf(reportPage, ReportPage);

async function ReportPage({ params, searchParams }: Props) {
  await requireActor();
  const t = await getTranslations("reports");
  const [{ id }, query, terms] = await Promise.all([params, searchParams, termsNow()]);
  const { data: report, error } = await reportOf(id);
  const isOpen = terms.data?.standing === "open";
  if (isOpen && isMissing(error?.code)) notFound();
  const failed = terms.error ?? (isOpen ? error : undefined);
  if (!terms.data || !report)
    return (
      <>
        <RecordHeader of={reportPage} />
        {failed ? <LoadError error={failed} /> : null}
        {terms.data ? <Gate terms={terms.data} /> : null}
      </>
    );
  const current = tabs.find((tab) => tab === query.tab) ?? firstTab;
  return (
    <>
      <RecordHeader
        of={reportPage}
        title={report.name}
        status={
          <Badge tone={report.enabled ? "success" : "warning"}>
            {t(report.enabled ? "status.enabled" : "status.paused")}
          </Badge>
        }
        description={
          <>
            <WhenLine report={report} />
            <p>
              {t(report.reportType === "PAYROLL_RUN" ? "showsPayroll" : "shows", { name: report.ownerName })}
            </p>
          </>
        }
      />
      <Tabs
        label={t("one")}
        tabs={tabs.map((tab) => ({
          label: t(`tabs.${tab}`),
          href: tab === firstTab ? paths.report(id) : `${paths.report(id)}?tab=${tab}`,
          current: tab === current,
        }))}
      />
      {current === "history" ? <Files report={report} before={query.before} /> : null}
      {current === "settings" ? <Settings report={report} terms={terms.data} /> : null}
    </>
  );
}

const Settings = ({ report, terms }: { report: ReportListed; terms: ReportTerms }) => (
  // The fields start with the new values after a change elsewhere.
  <ReportSettings key={report.id} report={report} terms={terms} />
);

type FilesProps = { report: ReportListed; before: string | string[] | undefined };

/** The download, or the way to the payroll runs, and the history of sent files. */
async function Files({ report: { id, format, reportType }, before }: FilesProps) {
  const t = await getTranslations("reports");
  const after = typeof before === "string" ? before : undefined;
  const [page, download] = await Promise.all([
    load(caller().scheduledReports.occurrences(historyPage(id, after))),
    load(caller().scheduledReports.lastDownload({ id })),
  ]);
  return (
    <div className="flex flex-col gap-6">
      {reportType === "PAYROLL_RUN" ? (
        <p>
          <TextLink href={paths.payroll}>{t("toRuns")}</TextLink>
        </p>
      ) : download.error ? (
        <LoadError error={download.error} />
      ) : (
        <DownloadCard id={id} format={format} last={download.data} />
      )}
      {page.error ? (
        <LoadError error={page.error} />
      ) : (
        <History key={after ?? "newest"} id={id} before={after} first={page.data} />
      )}
    </div>
  );
}
