import { getTranslations } from "next-intl/server";
import { Pager } from "@/app/_kit/list/pager";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { hasAddOn } from "@/app/(app)/dashboard/_shell/visitor";
import { apps as appsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { appPage } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-pages";
import type { AppSurroundings } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/connected-app";
import { ConnectedApps } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/connected-apps";
import { RevokedApps } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/revoked-apps";
import { AppsTabs } from "@/app/(app)/dashboard/(settings)/settings/apps/apps-tabs";
import { paths } from "@/app/paths";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<{ after?: string | string[] }> };

export const generateMetadata = metadataOf(appsPage);
export default routeOf(appsPage, AppsPage);

async function AppsPage({ searchParams }: Props) {
  const [t, visitor, { after }, apps, rules] = await Promise.all([
    getTranslations("apps"),
    requireActor(),
    searchParams,
    load(caller().connectedApps.list()),
    load(caller().connectedApps.rules()),
  ]);
  const surroundings = {
    hasAddOn: hasAddOn(visitor),
    mayChangeLeave: rules.data?.aiAppsMayChangeLeave ?? false,
    seeing: rules.data ? { actor: visitor.actor, visibility: rules.data.visibility } : null,
  };
  const connect = (
    <LinkButton variant="primary" href={paths.connectApp}>
      {t("connect.title")}
    </LinkButton>
  );
  return (
    <>
      <RecordHeader
        of={appsPage}
        actions={apps.data && apps.data.connected.length > 0 ? connect : undefined}
      />
      {visitor.actor.role === "ADMIN" ? <AppsTabs current="own" /> : null}
      {apps.error ? (
        <LoadError error={apps.error} />
      ) : (
        <div className="flex flex-col gap-8">
          {apps.data.connected.length > 0 ? (
            <Connected
              apps={apps.data.connected}
              after={typeof after === "string" ? after : undefined}
              surroundings={surroundings}
            />
          ) : (
            <EmptyState title={t("none")} actions={connect}>
              {t("noneText")}
            </EmptyState>
          )}
          {apps.data.revoked.length > 0 ? <RevokedApps apps={apps.data.revoked} /> : null}
        </div>
      )}
    </>
  );
}

type ConnectedProps = {
  apps: readonly ConnectedAppView[];
  after: string | undefined;
  surroundings: AppSurroundings;
};

function Connected({ apps, after, surroundings }: ConnectedProps) {
  const { groups, isFirst, last } = appPage(apps, after);
  return (
    <div className="flex flex-col gap-4">
      <ConnectedApps groups={groups} surroundings={surroundings} />
      <Pager
        newest={isFirst ? null : paths.apps}
        older={last ? `${paths.apps}?${new URLSearchParams({ after: last })}` : null}
      />
    </div>
  );
}
