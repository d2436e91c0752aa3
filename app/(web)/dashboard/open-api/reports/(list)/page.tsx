import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NoReports } from "@/app/(web)/dashboard/open-api/reports/(list)/no-reports";
import { ReportsTable } from "@/app/(web)/dashboard/open-api/reports/(list)/reports-table";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: `${t("title")} – ${t("openApi")}` };
}

export default async function ReportsPage() {
  await requireActor();
  const t = await getTranslations("reports");
  const { data: terms, error } = await load(caller().scheduledReports.terms());
  const list = terms?.standing === "open" ? await load(caller().scheduledReports.list()) : undefined;
  const failed = error ?? list?.error;
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
        description={
          terms?.standing === "open" ? t(terms.seesAll ? "list.seesAll" : "list.seesLocations") : undefined
        }
        actions={
          // An empty page shows its main action once, in the middle.
          list?.data?.length ? <CreateLink href={paths.newReport}>{t("list.create")}</CreateLink> : undefined
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {list?.data?.length === 0 ? <NoReports /> : null}
      {list?.data?.length ? <ReportsTable reports={list.data} /> : null}
    </>
  );
}
