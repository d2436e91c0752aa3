import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { WebhookStatus } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-status";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";
import type { HookView } from "@/server/oauth/grants/load-activity";

type Props = {
  name: string;
  hooks: readonly HookView[];
  /** Whether there are webhook pages to link to. */
  linked: boolean;
};

/** The webhooks that an app created for the user. Renders nothing without any. */
export function AppWebhooks({ name, hooks, linked }: Props) {
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
                  className="inline-block py-0.5 pointer-coarse:py-2.5"
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
