"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { AppStanding } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-standing";
import { AllowApp, DisallowApp } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/allow-app";
import type {
  WorkspaceApp,
  WorkspaceApps,
} from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import type { AppsPolicy } from "@/drizzle/schema/values";

/** The table "Apps in your workspace". */
export function WorkspaceAppsTable({ apps, policy }: { apps: WorkspaceApps; policy: AppsPolicy }) {
  const t = useTranslations("apps.workspace");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(policy)}
      rows={apps}
      rowKey={({ clientId }) => clientId}
      sort="name"
    />
  );
}

function useColumns(policy: AppsPolicy): ListColumn<WorkspaceApp>[] {
  const locale = useLocale();
  const t = useTranslations("apps.workspace");
  const words = useTranslations("apps");
  return [
    {
      label: t("columns.app"),
      header: true,
      sort: { name: "name", by: (a, b) => a.shown.localeCompare(b.shown, locale) },
      cell: ({ shown, host }) => (
        <span className="block min-w-0 wrap-anywhere">
          <bdi>{shown}</bdi>
          {host ? (
            <span className="block font-normal text-muted text-xs">{words("from", { host })}</span>
          ) : null}
        </span>
      ),
    },
    { label: t("columns.standing"), cell: (app) => <AppStanding app={app} /> },
    {
      label: t("columns.people"),
      sort: { name: "people", by: (a, b) => a.peopleCount - b.peopleCount, largestFirst: true },
      cell: ({ peopleCount }) => t("people", { count: peopleCount }),
    },
    { label: t("columns.allowed"), cell: (app) => <Allowed app={app} /> },
    {
      label: t("columns.actions"),
      cell: (app) =>
        app.isOfWorkspace ? (
          <span className="text-muted">–</span>
        ) : app.allowedAt ? (
          <DisallowApp app={app} policy={policy} />
        ) : (
          <AllowApp app={app} />
        ),
    },
  ];
}

function Allowed({ app: { isOfWorkspace, allowedAt } }: { app: WorkspaceApp }) {
  const t = useTranslations("apps.workspace");
  if (isOfWorkspace) return <Badge tone="success">{t("always")}</Badge>;
  if (!allowedAt) return <span className="text-muted">{t("notYet")}</span>;
  return <span>{t.rich("since", { at: () => <RelativeTime at={allowedAt} show="local" /> })}</span>;
}
