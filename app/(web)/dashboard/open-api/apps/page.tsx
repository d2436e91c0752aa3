import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { ConnectedApps } from "@/app/(web)/dashboard/open-api/apps/connected-apps";
import { RevokedApps } from "@/app/(web)/dashboard/open-api/apps/revoked-apps";
import { paths } from "@/app/(web)/dashboard/paths";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps");
  return { title: t("section") };
}

export default async function AppsPage() {
  const [t, apps] = await Promise.all([getTranslations("apps"), load(caller().connectedApps.list())]);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description={t("lead")}
      />
      {apps.error ? (
        <LoadError error={apps.error} />
      ) : (
        <div className="flex flex-col gap-8">
          {apps.data.connected.length > 0 ? <ConnectedApps apps={apps.data.connected} /> : <NoApps />}
          {apps.data.revoked.length > 0 ? <RevokedApps apps={apps.data.revoked} /> : null}
        </div>
      )}
    </>
  );
}

function NoApps() {
  const t = useTranslations("apps");
  return <EmptyState title={t("none")}>{t("noneText")}</EmptyState>;
}
