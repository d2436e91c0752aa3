import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Pager } from "@/app/_resource/pager";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { appPage } from "@/app/(web)/dashboard/open-api/apps/app-pages";
import { ConnectedApps } from "@/app/(web)/dashboard/open-api/apps/connected-apps";
import { RevokedApps } from "@/app/(web)/dashboard/open-api/apps/revoked-apps";
import { paths } from "@/app/(web)/dashboard/paths";
import type { AppView } from "@/server/oauth/grants/list-apps";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps");
  return { title: t("section") };
}

type Props = { searchParams: Promise<{ after?: string | string[] }> };

export default async function AppsPage({ searchParams }: Props) {
  const [t, { after }, apps] = await Promise.all([
    getTranslations("apps"),
    searchParams,
    load(caller().connectedApps.list()),
  ]);
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
          {apps.data.connected.length > 0 ? (
            <Connected apps={apps.data.connected} after={typeof after === "string" ? after : undefined} />
          ) : (
            <NoApps />
          )}
          {apps.data.revoked.length > 0 ? <RevokedApps apps={apps.data.revoked} /> : null}
        </div>
      )}
    </>
  );
}

function Connected({ apps, after }: { apps: readonly AppView[]; after: string | undefined }) {
  const { groups, isFirst, last } = appPage(apps, after);
  return (
    <div className="flex flex-col gap-4">
      <ConnectedApps groups={groups} />
      <Pager newest={isFirst ? null : paths.apps} older={last ? `${paths.apps}?after=${last}` : null} />
    </div>
  );
}

function NoApps() {
  const t = useTranslations("apps");
  return <EmptyState title={t("none")}>{t("noneText")}</EmptyState>;
}
