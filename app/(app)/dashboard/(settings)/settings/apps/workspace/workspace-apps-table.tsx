"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { AppStanding } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-standing";
import {
  readWorkspaceAppsQuery,
  type WorkspaceAppsQuery,
} from "@/app/(app)/dashboard/(settings)/settings/list-queries";
import type { AppsPolicy } from "@/drizzle/schema/values";
import { namedApps, type WorkspaceApp } from "./workspace-app";

/** Adds an app to the allow list. */
function AllowApp({ app: { clientId, shown } }: { app: WorkspaceApp }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const { send, isPending } = useCall(calls.workspaceApps.allow.mutate, {
    done: () => t("allow.done", { name: shown }),
    refreshes: true,
    errorToast: t("allow.failed", { name: shown }),
  });
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t("allow.of", { name: shown })}
      onClick={() => void send({ clientId })}
    >
      {t("allow.submit")}
    </Button>
  );
}

/** Removes an app from the allow list, after explaining the effect. */
function DisallowApp({ app, policy }: { app: WorkspaceApp; policy: AppsPolicy }) {
  const t = useTranslations("apps.workspace");
  const calls = useTRPCClient();
  const { clientId, shown: name, peopleCount: count } = app;
  return (
    <ConfirmButton
      button={{ size: "sm", variant: "secondary", "aria-label": t("disallow.of", { name }) }}
      title={t("disallow.title", { name })}
      confirmLabel={t("disallow.submit")}
      cancelLabel={t("disallow.keep")}
      tone={policy === "ANY" ? "primary" : undefined}
      act={async () => {
        const { endedCount } = await calls.workspaceApps.disallow.mutate({ clientId });
        return { message: t("disallow.done", { name }), note: t("ended", { count: endedCount }) };
      }}
    >
      <p>{policy === "ANY" ? t("disallow.ANY") : t("disallow.LISTED", { count })}</p>
    </ConfirmButton>
  );
}

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
