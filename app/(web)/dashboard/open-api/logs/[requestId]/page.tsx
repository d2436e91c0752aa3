import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { RequestDetails } from "@/app/(web)/dashboard/open-api/logs/request-details";
import { paths } from "@/app/(web)/dashboard/paths";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("logs.request");
  return { title: t("metaTitle") };
}

/** One entry on its own page: the target of a pasted request id. */
export default async function RequestPage({ params }: { params: Promise<{ requestId: string }> }) {
  await requireActor();
  const t = await getTranslations("logs");
  const breadcrumb = [
    { label: t("openApi"), href: paths.openApi },
    { label: t("title"), href: paths.logs },
  ];
  const requestId = decodeURIComponent((await params).requestId).trim();
  const { data, error } = await load(caller().requestLog.get({ requestId }));
  const isMissing = error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR";
  if (isMissing)
    return (
      <>
        <PageHeader
          title={t("request.notFound")}
          breadcrumb={breadcrumb}
          description={t.rich("request.notFoundText", {
            id: () => <code className="font-mono text-xs wrap-anywhere">{requestId.slice(0, 60)}</code>,
          })}
        />
        <LinkButton href={paths.logs}>{t("request.goToLogs")}</LinkButton>
      </>
    );
  return (
    <AreaMessages areas={["logs"]}>
      <PageHeader title={t("request.title")} breadcrumb={breadcrumb} />
      {error ? <LoadError error={error} /> : null}
      {data ? (
        <Card aria-label={t("details.label")} className="max-w-3xl">
          <div className="pt-1">
            <RequestDetails view={data} baseUrl={services().settings.baseUrl} />
          </div>
        </Card>
      ) : null}
    </AreaMessages>
  );
}
