import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { Pager } from "@/app/_resource/pager";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { apps as appsPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { appPage } from "@/app/(web)/dashboard/settings/apps/(own)/app-pages";
import type { AppSurroundings } from "@/app/(web)/dashboard/settings/apps/(own)/connected-app";
import { ConnectedApps } from "@/app/(web)/dashboard/settings/apps/(own)/connected-apps";
import { RevokedApps } from "@/app/(web)/dashboard/settings/apps/(own)/revoked-apps";
import { AppsTabs } from "@/app/(web)/dashboard/settings/apps/apps-tabs";
import { hasAddOn } from "@/app/(web)/dashboard/visitor";
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
