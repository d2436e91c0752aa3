import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { appName } from "@/app/(account)/_oauth/app-name";
import { workspaceApps as workspaceAppsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { AppsTabs } from "@/app/(app)/dashboard/(settings)/settings/apps/apps-tabs";
import { AllowAppForm } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/allow-app-form";
import { AppRulesForm } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/app-rules-form";
import type { WorkspaceApps } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import { WorkspaceAppsTable } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-apps-table";
import type { AppRules } from "@/server/oauth/consent/app-rules";

export const generateMetadata = metadataOf({ ...workspaceAppsPage, title: "apps.workspace.section" });
export default routeOf(workspaceAppsPage, WorkspaceAppsPage);

async function WorkspaceAppsPage() {
  const [t, found, rules, terms] = await Promise.all([
    getTranslations("apps"),
    load(caller().workspaceApps.list()),
    load(caller().connectedApps.rules()),
    load(caller().apiKeys.terms()),
  ]);
  const error = found.error ?? rules.error;
  const nameless = (await getTranslations("consent"))("app.nameless");
  const apps = found.data?.apps.map((app) => ({ ...app, shown: appName(app.name, nameless).shown }));
  return (
    <>
      <RecordHeader of={workspaceAppsPage} />
      {found.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("workspace.manage")} administrators={terms.data?.administrators ?? []} />
      ) : (
        <>
          <AppsTabs current="workspace" />
          {error ? <LoadError error={error} /> : null}
          {apps && rules.data ? <Content apps={apps} rules={rules.data} /> : null}
        </>
      )}
    </>
  );
}

function Content({ apps, rules }: { apps: WorkspaceApps; rules: AppRules }) {
  const t = useTranslations("apps.workspace");
  return (
    <div className="flex flex-col gap-6">
      <Card className="max-w-3xl" title={t("rules")} titleId="app-rules">
        <AppRulesForm rules={rules} apps={apps} />
      </Card>
      <section aria-labelledby="workspace-apps" className="flex flex-col gap-3">
        <div>
          <h2 id="workspace-apps" className="font-semibold">
            {t("title")}
          </h2>
          <p className="max-w-[75ch] text-muted">{t(`counts.${rules.appsPolicy}`)}</p>
        </div>
        {apps.length > 0 ? (
          <WorkspaceAppsTable apps={apps} policy={rules.appsPolicy} />
        ) : (
          <EmptyState title={t("none")} level={3}>
            {t("noneText")}
          </EmptyState>
        )}
      </section>
      <Card className="max-w-3xl" title={t("add.title")} titleId="allow-app" description={t("add.text")}>
        <AllowAppForm />
      </Card>
    </div>
  );
}
