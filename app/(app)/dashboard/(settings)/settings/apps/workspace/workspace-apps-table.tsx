"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { AppStanding } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-standing";
import { AllowApp, DisallowApp } from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/allow-app";
import {
  namedApps,
  type WorkspaceApp,
} from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-app";
import {
  readWorkspaceAppsQuery,
  type WorkspaceAppsQuery,
} from "@/app/(app)/dashboard/(settings)/settings/apps/workspace/workspace-apps-query";
import type { AppsPolicy } from "@/drizzle/schema/values";

export type FirstApps = PagedListRecord<WorkspaceApp, WorkspaceAppsQuery>["first"];

type Props = { first: FirstApps; policy: AppsPolicy; nameless: string };

/** The table "Apps in your workspace". */
export function WorkspaceAppsTable({ first, policy, nameless }: Props) {
  const t = useTranslations("apps.workspace");
  const { workspaceApps } = useTRPCClient();
  return (
    <PagedList<WorkspaceApp, WorkspaceAppsQuery>
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(policy)}
      rowKey={({ clientId }) => clientId}
      read={readWorkspaceAppsQuery}
      first={first}
      ask={async (query) => {
        const found = await workspaceApps.page.query(query);
        return { ...found, items: namedApps(found.items, nameless) };
      }}
    />
  );
}

function useColumns(policy: AppsPolicy): PagedColumn<WorkspaceApp>[] {
  const t = useTranslations("apps.workspace");
  const words = useTranslations("apps");
  return [
    {
      label: t("columns.app"),
      header: true,
      sort: { name: "name" },
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
      sort: { name: "people", largestFirst: true },
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
