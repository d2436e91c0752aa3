import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { paths } from "@/app/paths";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";

type Props = {
  name: string;
  app: Pick<ConnectedAppView, "calls" | "callerId" | "connectionCount">;
  /** Whether there is a request log to link to. */
  linked: boolean;
};

/** An app's requests this month against the limit, with a link to them. */
export function AppRequests({ name, app: { calls, callerId, connectionCount }, linked }: Props) {
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
          className="inline-block py-0.5 pointer-coarse:py-2.5"
        >
          {t("viewRequests")}
        </TextLink>
      ) : null}
    </div>
  );
}
