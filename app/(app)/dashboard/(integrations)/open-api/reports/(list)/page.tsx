import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { readReportsQuery } from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { Gate } from "@/app/(app)/dashboard/(integrations)/open-api/reports/gate";
import { reports as reportsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";
import { ReportsTable } from "./reports-table";

/** The empty state: what a report is for, and what its file looks like. */
function NoReports() {
  const t = useTranslations("reports.empty");
  return (
    <EmptyState
      title={t("title")}
      actions={
        <>
          <CreateLink href={paths.newReport}>{t("create")}</CreateLink>
          <ReferenceLink page="create-scheduled-report" />
        </>
      }
      example={<CodeBlock label={t("example")} code={example} />}
    >
      {t("text")}
    </EmptyState>
  );
}

const example = [
  "Name,Department,Location,Leave type,First day,Last day",
  "Ana Kovač,Engineering,Belgrade,Vacation,2026-08-03,2026-08-14",
  "Bo Lind,Sales,Lisbon,Away,2026-08-05,2026-08-05",
].join("\n");

export const generateMetadata = metadataOf(reportsPage);
export default routeOf(reportsPage, ReportsPage);

async function ReportsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readReportsQuery(addressOf(await searchParams));
  const t = await getTranslations("reports");
  const { data: terms, error } = await load(caller().scheduledReports.terms());
  const list = terms?.standing === "open" ? await load(caller().scheduledReports.page(asked)) : undefined;
  const isEmpty = isEmptyList(list?.data);
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
          list?.data && !isEmpty ? (
            <CreateLink href={paths.newReport}>{t("list.create")}</CreateLink>
          ) : undefined
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {isEmpty ? <NoReports /> : null}
      {list?.data && !isEmpty ? <ReportsTable first={{ asked, found: list.data }} /> : null}
    </>
  );
}
