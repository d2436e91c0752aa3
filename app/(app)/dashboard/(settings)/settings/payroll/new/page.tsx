import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { newPayrollRun as newPayrollRunPage } from "@/app/(app)/dashboard/(settings)/pages";
import { ForLeads } from "@/app/(app)/dashboard/(settings)/settings/payroll/for-leads";
import { RunForm } from "@/app/(app)/dashboard/(settings)/settings/payroll/new/run-form";

export const generateMetadata = metadataOf(newPayrollRunPage);
export default routeOf(newPayrollRunPage, NewPayrollRunPage);

function NewPayrollRunPage() {
  return (
    <>
      <RecordHeader of={newPayrollRunPage} />
      <ForLeads>{form}</ForLeads>
    </>
  );
}

async function form() {
  const [{ data, error }, t] = await Promise.all([
    load(caller().payroll.terms()),
    getTranslations("payroll"),
  ]);
  if (error) return <LoadError error={error} />;
  if (!data || data.locations.length === 0)
    return <EmptyState title={t("noPeriod")}>{t("noPeriodText")}</EmptyState>;
  return (
    <RunForm locations={data.locations} templates={data.templates.map(({ id, name }) => ({ id, name }))} />
  );
}
