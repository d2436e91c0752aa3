import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Gate } from "@/app/(web)/dashboard/open-api/reports/gate";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: `${t("file.title")} – ${t("title")} – ${t("openApi")}` };
}

/** Whether the link leads to no file, for any reason: the link does not reveal which. */
const isGone = (code: string) => ["RESOURCE_NOT_FOUND", "VALIDATION_ERROR", "FORBIDDEN"].includes(code);

/** Explains why a link has no file. Once the file exists, a reload redirects to it. */
export default async function ReportFilePage({ params }: Props) {
  await requireActor();
  const [{ id }, t, terms] = await Promise.all([
    params,
    getTranslations("reports"),
    load(caller().scheduledReports.terms()),
  ]);
  const isClosed = terms.data?.standing === "plan";
  const { data, error } = isClosed ? {} : await load(caller().scheduledReports.file({ id }));
  if (data) redirect(paths.reportDownload(data.id));
  const failed = terms.error ?? error;
  if (!isClosed && failed && isGone(failed.code)) notFound();
  const breadcrumb = [
    { label: t("openApi"), href: paths.openApi },
    { label: t("title"), href: paths.reports },
  ];
  return (
    <>
      <PageHeader title={t("file.title")} breadcrumb={breadcrumb} />
      {failed ? <LoadError error={failed} /> : null}
      {isClosed && terms.data ? <Gate terms={terms.data} /> : null}
    </>
  );
}
