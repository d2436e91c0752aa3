import { Check, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Messages } from "@/app/_i18n/message-types";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { sightWords, type Viewer } from "@/app/(account)/_oauth/sight-words";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { WebhookStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-status";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";
import type { Visibility } from "@/drizzle/schema/values";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";
import type { AppActivity, HookView } from "@/server/oauth/grants/load-activity";
import { askableScopes, isWriteScope, looksUp } from "@/server/oauth/scopes";

type AppWebhooksProps = {
  name: string;
  hooks: readonly HookView[];
  /** Whether there are webhook pages to link to. */
  linked: boolean;
};

/** The webhooks that an app created for the user. Renders nothing without any. */
export function AppWebhooks({ name, hooks, linked }: AppWebhooksProps) {
  const t = useTranslations("apps");
  if (hooks.length === 0) return null;
  return (
    <div className="border-line border-t pt-3">
      <h3 className="font-medium">{t("webhooks", { count: hooks.length })}</h3>
      <ul aria-label={t("webhooksOf", { name })} className="mt-1 flex flex-col gap-1.5 sm:gap-1">
        {hooks.map((hook) => (
          <li key={hook.webhookId} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {linked ? (
                <TextLink
                  quiet
                  href={paths.webhook(hook.webhookId)}
                  className="inline-block py-0.5 pointer-coarse:py-3"
                >
                  <Which hook={hook} />
                </TextLink>
              ) : (
                <Which hook={hook} />
              )}
            </span>
            <WebhookStatus webhook={hook} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Which({ hook: { event, url } }: { hook: HookView }) {
  const t = useTranslations("apps");
  return t.rich("webhookTo", {
    event: () => <code className="font-mono text-[0.8125rem]">{event}</code>,
    host: hostOf(url),
  });
}

type AppRequestsProps = {
  name: string;
  app: Pick<ConnectedAppView, "calls" | "callerId" | "connectionCount">;
  /** Whether there is a request log to link to. */
  linked: boolean;
};

/** An app's requests this month against the limit, with a link to them. */
export function AppRequests({ name, app: { calls, callerId, connectionCount }, linked }: AppRequestsProps) {
  const t = useTranslations("apps");
  const { count, most, limit } = calls;
  return (
    <div className="flex flex-col items-start gap-1">
      {connectionCount > 1 ? <span>{t("requestsInAll", { count })}</span> : null}
      <div className="w-full max-w-48">
        <QuotaMeter
          inline
          label={t("requestsOf", { name })}
          view={{ requestsThisMonth: most, monthlyQuota: limit }}
        />
      </div>
      {linked && count > 0 ? (
        <TextLink
          href={logQueryOf(paths.logs, { key: callerId, range: "30d" })}
          prefetch={false}
          aria-label={t("viewRequestsOf", { name })}
          className="inline-block py-0.5 pointer-coarse:py-3"
        >
          {t("viewRequests")}
        </TextLink>
      ) : null}
    </div>
  );
}

type Words = ReturnType<typeof useTranslations<"apps">>;
type Deed = keyof Messages["apps"]["did"];

/** Calls that are no tools: their names cannot be message keys. */
const named: Record<string, Deed> = {
  "resources/read": "read_resource",
  "prompts/get": "get_prompt",
  "POST /hooks": "add_webhook",
  "DELETE /hooks/{id}": "delete_webhook",
  "GET /hooks/me": "get_account",
};

const isDeed = (t: Words, name: string): name is Deed => t.has(`did.${name as Deed}`);

/** "Looked up leave" for `get_leaves`; the raw name if it has no translation. */
function deedWords(t: Words, what: string): string {
  const name = what.startsWith("GET /hooks/samples/") ? "get_samples" : (named[what] ?? what);
  return isDeed(t, name) ? t(`did.${name}`) : what;
}

/** An app's last action, and its time. */
export function LastAction({ lastCall }: Pick<AppActivity, "lastCall">) {
  const t = useTranslations("apps");
  if (!lastCall) return t("nothingYet");
  const words = deedWords(t, lastCall.what);
  return (
    <>
      {lastCall.isRefused ? t("refused", { what: words }) : words}
      <span className="text-muted">
        {" · "}
        <RelativeTime at={lastCall.at} />
      </span>
    </>
  );
}

type Props = {
  scopes: readonly string[];
  /** Whether the workspace lets apps change leave. */
  mayChangeLeave: boolean;
  /** The actor that the app reads as; null if their visibility is unknown. */
  seeing: { actor: Viewer; visibility: Visibility } | null;
};

/** The permissions of an app: write access to leave before read access. */
export function AppPermissions({ scopes, mayChangeLeave, seeing }: Props) {
  const t = useTranslations("apps");
  const consent = useTranslations("consent");
  const held = askableScopes.filter((scope) => scopes.includes(scope));
  const writes = held.filter(isWriteScope);
  return (
    <div>
      <ul aria-label={t("permissions")} className="flex flex-col gap-1.5">
        {writes.map((scope) => (
          <li key={scope} className="flex items-start gap-2 font-medium">
            <PencilLine aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
            {consent(`scopes.${scope}.allows`)}
          </li>
        ))}
        {held
          .filter((scope) => !isWriteScope(scope))
          .map((scope) => (
            <li key={scope} className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
              {consent(`scopes.${scope}.allows`)}
            </li>
          ))}
      </ul>
      {seeing && held.some(looksUp) ? (
        <p className="mt-2 text-muted text-pretty">
          {consent("permissions.youSee", { reach: sightWords(consent, seeing.actor, seeing.visibility) })}
        </p>
      ) : null}
      {writes.length > 0 && !mayChangeLeave ? (
        <p className="mt-2 text-muted text-pretty">{t("changesOff")}</p>
      ) : null}
    </div>
  );
}
