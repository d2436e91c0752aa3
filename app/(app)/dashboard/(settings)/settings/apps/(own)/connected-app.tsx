import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { appName } from "@/app/(account)/_oauth/app-name";
import { LookAlikeWords } from "@/app/(account)/_oauth/look-alike-words";
import { RedirectWords } from "@/app/(account)/_oauth/redirect-words";
import type { Viewer } from "@/app/(account)/_oauth/sight-words";
import {
  AppPermissions,
  AppRequests,
  AppWebhooks,
  LastAction,
} from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-parts";
import { AppStanding } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-standing";
import { RevokeAppButton } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/revoke-app-button";
import type { Visibility } from "@/drizzle/schema/values";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";
import type { RedirectTarget } from "@/server/oauth/redirect-uri";

/** The workspace settings that affect how an app is shown. */
export interface AppSurroundings {
  /** Whether the workspace has the Open API, and with it pages of requests and webhooks. */
  hasAddOn: boolean;
  /** Whether the workspace lets apps change leave. */
  mayChangeLeave: boolean;
  /** What the visitor, and therefore the app, sees there; null if it could not be loaded. */
  seeing: { actor: Viewer; visibility: Visibility } | null;
}

type Props = { app: ConnectedAppView; hasNamesake: boolean; surroundings: AppSurroundings };

/** One connected app: its identity, permissions and activity, and a button to revoke it. */
export function ConnectedApp({
  app,
  hasNamesake,
  surroundings: { hasAddOn, mayChangeLeave, seeing },
}: Props) {
  const nameId = useId();
  const t = useTranslations("apps");
  const name = appName(app.name, useTranslations("consent")("app.nameless"));
  return (
    <article
      aria-labelledby={nameId}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={nameId} className="font-semibold text-base wrap-anywhere">
            <bdi>{name.shown}</bdi>
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
            <AppStanding app={app} />
            {app.host ? <span className="wrap-anywhere">{t("from", { host: app.host })}</span> : null}
            <span>
              {t.rich("registered", { at: () => <RelativeTime at={app.registeredAt} show="local" /> })}
            </span>
          </p>
          <LookAlikeWords name={name} />
        </div>
        <RevokeAppButton
          clientId={app.clientId}
          name={name.shown}
          registeredAt={hasNamesake ? app.registeredAt : null}
          sessionCount={app.connectionCount}
          webhookCount={app.hooks.length}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <AppPermissions scopes={app.scopes} mayChangeLeave={mayChangeLeave} seeing={seeing} />
        <dl className="flex flex-col gap-2">
          <Fact term={t("connected")}>
            <RelativeTime at={app.firstConnectedAt} show="local" />
          </Fact>
          <Fact term={t("lastUsed")}>
            {app.lastUsedAt ? <RelativeTime at={app.lastUsedAt} /> : t("never")}
          </Fact>
          {app.lastUsedAt ? (
            <Fact term={t("lastAction")}>
              <LastAction lastCall={app.lastCall} />
            </Fact>
          ) : null}
          <Fact term={t("requests")}>
            <AppRequests name={name.shown} app={app} linked={hasAddOn} />
          </Fact>
          <Fact term={t("sessions")}>{t("sessionCount", { count: app.connectionCount })}</Fact>
          <Fact term={t("sendsBack")}>
            <Targets targets={app.targets} />
          </Fact>
        </dl>
      </div>
      <AppWebhooks name={name.shown} hooks={app.hooks} linked={hasAddOn} />
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const sameWords = (target: RedirectTarget): string =>
  target.kind === "private-scheme" ? `${target.scheme}:` : `${target.kind} ${target.host.toLowerCase()}`;

/** Each host once: an app may have several redirect URIs on one host. */
function Targets({ targets }: { targets: readonly RedirectTarget[] }) {
  const distinct = new Map(targets.map((target) => [sameWords(target), target]));
  return (
    <ul className="flex flex-col gap-0.5">
      {[...distinct].map(([key, target]) => (
        <li key={key}>
          <RedirectWords target={target} />
        </li>
      ))}
    </ul>
  );
}
