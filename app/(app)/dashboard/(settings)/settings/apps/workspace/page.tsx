import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { workspaceApps as workspaceAppsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { AppsTabs } from "@/app/(app)/dashboard/(settings)/settings/apps/apps-tabs";
import { AllowAppForm } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/allow-app-form";
import {
  AppRulesForm,
  type EndingApps,
} from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/app-rules-form";
import { namedApps } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import {
  type FirstApps,
  WorkspaceAppsTable,
} from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-apps-table";
import { readWorkspaceAppsQuery } from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import type { AppRules } from "@/server/oauth/consent/app-rules";

export const generateMetadata = metadataOf({ ...workspaceAppsPage, title: "apps.workspace.section" });
export default routeOf(workspaceAppsPage, WorkspaceAppsPage);

async function WorkspaceAppsPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const asked = readWorkspaceAppsQuery(addressOf(await searchParams));
  const [t, found, ending, rules, terms] = await Promise.all([
    getTranslations("apps"),
    load(caller().workspaceApps.page(asked)),
    load(caller().workspaceApps.ending()),
    load(caller().connectedApps.rules()),
    load(caller().apiKeys.terms()),
  ]);
  const error = found.error ?? ending.error ?? rules.error;
  const nameless = (await getTranslations("consent"))("app.nameless");
  const named = <Page extends { items: Parameters<typeof namedApps>[0] }>(page: Page) => ({
    ...page,
    items: namedApps(page.items, nameless),
  });
  return (
    <>
      <RecordHeader of={workspaceAppsPage} />
      {found.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("workspace.manage")} administrators={terms.data?.administrators ?? []} />
      ) : (
        <>
          <AppsTabs current="workspace" />
          {error ? <LoadError error={error} /> : null}
          {found.data && ending.data && rules.data ? (
            <Content
              first={{ asked, found: named(found.data) }}
              ending={named(ending.data)}
              rules={rules.data}
              nameless={nameless}
            />
          ) : null}
        </>
      )}
    </>
  );
}

type ContentProps = { first: FirstApps; ending: EndingApps; rules: AppRules; nameless: string };

function Content({ first, ending, rules, nameless }: ContentProps) {
  const t = useTranslations("apps.workspace");
  return (
    <div className="flex flex-col gap-6">
      <Card className="max-w-3xl" title={t("rules")} titleId="app-rules">
        <AppRulesForm rules={rules} ending={ending} />
      </Card>
      <section aria-labelledby="workspace-apps" className="flex flex-col gap-3">
        <div>
          <h2 id="workspace-apps" className="font-semibold">
            {t("title")}
          </h2>
          <p className="max-w-[75ch] text-muted">{t(`counts.${rules.appsPolicy}`)}</p>
        </div>
        {isEmptyList(first.found) ? (
          <EmptyState title={t("none")} level={3}>
            {t("noneText")}
          </EmptyState>
        ) : (
          <WorkspaceAppsTable first={first} policy={rules.appsPolicy} nameless={nameless} />
        )}
      </section>
      <Card className="max-w-3xl" title={t("add.title")} titleId="allow-app" description={t("add.text")}>
        <AllowAppForm />
      </Card>
    </div>
  );
}
