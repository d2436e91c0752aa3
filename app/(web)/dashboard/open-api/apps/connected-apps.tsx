import { useTranslations } from "next-intl";
import { appName } from "@/app/(web)/_oauth/app-name";
import type { Namesakes } from "@/app/(web)/dashboard/open-api/apps/app-pages";
import { ConnectedApp } from "@/app/(web)/dashboard/open-api/apps/connected-app";

/** The list "Connected apps". */
export function ConnectedApps({ groups }: { groups: readonly Namesakes[] }) {
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
              <ConnectedApp key={app.clientId} app={app} hasNamesake={namesakeCount > 1} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}
