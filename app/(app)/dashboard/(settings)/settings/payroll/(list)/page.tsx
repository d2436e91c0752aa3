import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { isEmptyList } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { payroll as payrollPage } from "@/app/(app)/dashboard/(settings)/pages";
import { RunsTable } from "@/app/(app)/dashboard/(settings)/settings/payroll/(list)/runs-table";
import { Templates } from "@/app/(app)/dashboard/(settings)/settings/payroll/(list)/templates";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(payrollPage);
export default routeOf(payrollPage, PayrollPage);

async function PayrollPage() {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("payroll")]);
  const isAdmin = actor.role === "ADMIN";
  if (!isAdmin && actor.role !== "LOCATION_ADMIN")
    return (
      <>
        <RecordHeader of={payrollPage} />
        <EmptyState title={t("notForYou")} />
      </>
    );
  const [found, terms] = await Promise.all([load(caller().payroll.page({})), load(caller().payroll.terms())]);
  const error = found.error ?? terms.error;
  const canRun = (terms.data?.locations.length ?? 0) > 0;
  const createLink = canRun ? <CreateLink href={paths.newPayrollRun}>{t("create")}</CreateLink> : undefined;
  const isEmpty = isEmptyList(found.data);
  return (
    <>
      <RecordHeader of={payrollPage} actions={isEmpty ? undefined : createLink} />
      {error ? <LoadError error={error} /> : null}
      {found.data && terms.data ? (
        <div className="flex flex-col gap-8">
          {!isEmpty ? (
            <RunsTable first={{ asked: {}, found: found.data }} />
          ) : canRun ? (
            <EmptyState title={t("none")} actions={createLink}>
              {t("noneText")}
            </EmptyState>
          ) : (
            <EmptyState
              title={t("noPeriod")}
              actions={
                isAdmin ? (
                  <LinkButton href={paths.locations} variant="primary">
                    {t("toLocations")}
                  </LinkButton>
                ) : undefined
              }
            >
              {t("noPeriodText")}
            </EmptyState>
          )}
          <Templates
            templates={terms.data.templates}
            isAdmin={isAdmin}
            canSchedule={canRun && actor.plan === "COMPLETE"}
          />
        </div>
      ) : null}
    </>
  );
}
