import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { appName } from "@/app/(account)/_oauth/app-name";
import type { AppView } from "@/server/oauth/grants/list-apps";

const shownAtOnce = 20;

/** Apps that lost their access in the last 30 days. */
export function RevokedApps({ apps }: { apps: readonly AppView[] }) {
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
