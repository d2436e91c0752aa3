import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { isEmptyList } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { companyLeave as companyLeavePage } from "@/app/(app)/dashboard/(settings)/pages";
import { CompanyLeavesTable } from "@/app/(app)/dashboard/(settings)/settings/company-leave/(list)/company-leaves-table";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(companyLeavePage);
export default routeOf(companyLeavePage, CompanyLeavePage);

async function CompanyLeavePage() {
  const [{ actor }, t] = await Promise.all([requireActor(), getTranslations("companyLeave")]);
  if (actor.role !== "ADMIN" && actor.role !== "LOCATION_ADMIN")
    return (
      <>
        <RecordHeader of={companyLeavePage} />
        <EmptyState title={t("notForYou")} />
      </>
    );
  const found = await load(caller().companyLeaves.page({}));
  const createLink = <CreateLink href={paths.newCompanyLeave}>{t("create")}</CreateLink>;
  const isEmpty = isEmptyList(found.data);
  return (
    <>
      <RecordHeader of={companyLeavePage} actions={found.data && !isEmpty ? createLink : undefined} />
      {found.error ? (
        <LoadError error={found.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t("noneText")}
        </EmptyState>
      ) : (
        <CompanyLeavesTable first={{ asked: {}, found: found.data }} />
      )}
    </>
  );
}
