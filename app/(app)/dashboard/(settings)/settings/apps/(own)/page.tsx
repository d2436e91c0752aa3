import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Pager } from "@/app/_kit/list/pager";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { caller } from "@/app/_trpc/server";
import { appName } from "@/app/(account)/_oauth/app-name";
import { hasAddOn } from "@/app/(app)/dashboard/_shell/visitor";
import { apps as appsPage } from "@/app/(app)/dashboard/(settings)/pages";
import { appPage, type Namesakes } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-pages";
import {
  type AppSurroundings,
  ConnectedApp,
} from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/connected-app";
import { AppsTabs } from "@/app/(app)/dashboard/(settings)/settings/apps/apps-tabs";
import { paths } from "@/app/paths";
import type { AppView, ConnectedAppView } from "@/server/oauth/grants/list-apps";
import { requireActor } from "@/server/signin/session";

type ConnectedAppsProps = { groups: readonly Namesakes[]; surroundings: AppSurroundings };

/** The list "Connected apps". */
function ConnectedApps({ groups, surroundings }: ConnectedAppsProps) {
  const t = useTranslations("apps");
  const nameless = useTranslations("consent")("app.nameless");
  return (
    <ul aria-label={t("title")} className="flex flex-col gap-4">
      {groups.map((group) => {
        const [{ clientId, name, namesakeCount }] = group;
        return (
          <li key={clientId} className="flex flex-col gap-2">
            {namesakeCount > 1 ? (
              <p className="text-muted">
                {t.rich("sameName", {
                  count: namesakeCount,
                  name: () => <bdi>{appName(name, nameless).shown}</bdi>,
                })}
              </p>
            ) : null}
            {group.map((app) => (
              <ConnectedApp
                key={app.clientId}
                app={app}
                hasNamesake={namesakeCount > 1}
                surroundings={surroundings}
              />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

const shownAtOnce = 20;

/** Apps that lost their access in the last 30 days. */
function RevokedApps({ apps }: { apps: readonly AppView[] }) {
  const t = useTranslations("apps");
  const nameless = useTranslations("consent")("app.nameless");
  return (
    <section aria-labelledby="revoked-heading">
      <h2 id="revoked-heading" className="mb-2 font-semibold">
        {t("recentlyRevoked")}
      </h2>
      <ul aria-labelledby="revoked-heading" className="rounded-lg border border-line">
        {apps.slice(0, shownAtOnce).map((app) => (
          <li
            key={app.clientId}
            className="flex flex-wrap justify-between gap-x-4 border-line border-b px-4 py-2.5 last:border-b-0"
          >
            <bdi className="min-w-0 wrap-anywhere">{appName(app.name, nameless).shown}</bdi>
            <span className="text-muted">
              {t.rich("revokedAt", {
                at: () => (app.revokedAt ? <RelativeTime at={app.revokedAt} /> : null),
              })}
            </span>
          </li>
        ))}
      </ul>
      {apps.length > shownAtOnce ? (
        <p className="mt-2 text-muted">{t("moreRevoked", { count: apps.length - shownAtOnce })}</p>
      ) : null}
    </section>
  );
}

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
