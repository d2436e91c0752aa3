import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Pager } from "@/app/_resource/pager";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { hasAddOn } from "@/app/(web)/dashboard/pages";
import { paths } from "@/app/(web)/dashboard/paths";
import { appPage } from "@/app/(web)/dashboard/settings/apps/(own)/app-pages";
import type { AppSurroundings } from "@/app/(web)/dashboard/settings/apps/(own)/connected-app";
import { ConnectedApps } from "@/app/(web)/dashboard/settings/apps/(own)/connected-apps";
import { RevokedApps } from "@/app/(web)/dashboard/settings/apps/(own)/revoked-apps";
import { AppsTabs } from "@/app/(web)/dashboard/settings/apps/apps-tabs";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apps");
  return { title: t("section") };
}

type Props = { searchParams: Promise<{ after?: string | string[] }> };

export default async function AppsPage({ searchParams }: Props) {
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
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("lead")}
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
