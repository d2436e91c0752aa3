import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { payrollRun as payrollRunPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Changes } from "@/app/(app)/dashboard/(settings)/settings/payroll/[id]/changes";
import { RunFacts } from "@/app/(app)/dashboard/(settings)/settings/payroll/[id]/run-facts";
import { RunLines } from "@/app/(app)/dashboard/(settings)/settings/payroll/[id]/run-lines";
import { Gaps } from "@/app/(app)/dashboard/(settings)/settings/payroll/gaps";
import { TotalsTable } from "@/app/(app)/dashboard/(settings)/settings/payroll/totals-table";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string }> };

const runOf = cache((id: string) => load(caller().payroll.get({ id })));
/** An id in another format names nothing either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(payrollRunPage, async ({ params }: Props) => {
  await requireActor();
  const { data } = await runOf((await params).id);
  return data && `${data.locationName} ${data.startDate} – ${data.endDate}`;
});
export default routeOf(payrollRunPage, PayrollRunPage);

async function PayrollRunPage({ params }: Props) {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("payroll")]);
  const { id } = await params;
  const { data: run, error } = await runOf(id);
  if (isMissing(error?.code)) notFound();
  if (!run)
    return (
      <>
        <RecordHeader of={payrollRunPage} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const [lines, changes, checks] = await Promise.all([
    load(caller().payroll.lines({ id })),
    load(caller().payroll.changes({ id })),
    load(caller().payroll.checks({ id })),
  ]);
  const failed = lines.error ?? changes.error ?? checks.error;
  return (
    <>
      <RecordHeader
        of={payrollRunPage}
        title={`${run.locationName}: ${t("number", { number: run.number })}`}
      />
      <div className="flex max-w-5xl flex-col gap-5">
        <RunFacts run={run} closedThrough={checks.data?.closedThrough} isAdmin={actor.role === "ADMIN"} />
        {failed ? <LoadError error={failed} /> : null}
        {checks.data ? <Gaps {...checks.data.gaps} isRun /> : null}
        {changes.data ? <Changes {...changes.data} /> : null}
        {run.totals.length > 0 ? (
          <Card title={t("run.totals")} titleId="payroll-totals">
            <TotalsTable totals={run.totals} />
          </Card>
        ) : (
          <p>{t("run.none")}</p>
        )}
        {lines.data && run.lineCount > 0 ? (
          <RunLines id={id} first={{ asked: {}, found: lines.data }} />
        ) : null}
      </div>
    </>
  );
}
