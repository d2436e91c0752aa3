import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { NewReportForm } from "@/app/(web)/dashboard/open-api/reports/new/new-report-form";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: `${t("new.title")} – ${t("openApi")}` };
}

export default async function NewReportPage() {
  await requireActor();
  const t = await getTranslations("reports");
  const [{ data: terms, error }, timezone] = await Promise.all([
    load(caller().scheduledReports.terms()),
    getTimeZone(),
  ]);
  return (
    <>
      <PageHeader
        title={t("new.title")}
        breadcrumb={[
          { label: t("openApi"), href: paths.openApi },
          { label: t("title"), href: paths.reports },
        ]}
        description={terms?.standing === "open" ? t("new.description") : undefined}
      />
      {error ? <LoadError error={error} /> : null}
      {terms ? <Gate terms={terms} /> : null}
      {terms?.standing === "open" ? <NewReportForm terms={terms} timezone={timezone} /> : null}
    </>
  );
}
