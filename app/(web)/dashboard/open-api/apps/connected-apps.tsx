import { useTranslations } from "next-intl";
import { appName } from "@/app/(web)/_oauth/app-name";
import { ConnectedApp } from "@/app/(web)/dashboard/open-api/apps/connected-app";
import type { AppView } from "@/server/oauth/grants/list-apps";

/** Anyone can register an app under any name, so apps of one name stand together: a look-alike cannot hide. */
function byName(apps: readonly AppView[]): AppView[][] {
  const groups = new Map<string, AppView[]>();
  for (const app of apps) {
    const key = appName(app.name, "").full.toLocaleLowerCase("en");
    groups.set(key, [...(groups.get(key) ?? []), app]);
  }
  return [...groups.values()];
}

/** The list "Connected apps". */
export function ConnectedApps({ apps }: { apps: readonly AppView[] }) {
  const t = useTranslations("apps");
  const nameless = useTranslations("consent")("app.nameless");
  return (
    <ul aria-label={t("title")} className="flex flex-col gap-4">
      {byName(apps).map((group) => (
        <li key={group[0]?.clientId} className="flex flex-col gap-2">
          {group.length > 1 ? (
            <p className="text-muted">
              {t.rich("sameName", {
                count: group.length,
                name: () => <bdi>{appName(group[0]?.name ?? "", nameless).shown}</bdi>,
              })}
            </p>
          ) : null}
          {group.map((app) => (
            <ConnectedApp key={app.clientId} app={app} hasNamesake={group.length > 1} />
          ))}
        </li>
      ))}
    </ul>
  );
}
