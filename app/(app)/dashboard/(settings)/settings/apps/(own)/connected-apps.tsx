import { useTranslations } from "next-intl";
import { appName } from "@/app/(account)/_oauth/app-name";
import type { Namesakes } from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/app-pages";
import {
  type AppSurroundings,
  ConnectedApp,
} from "@/app/(app)/dashboard/(settings)/settings/apps/(own)/connected-app";

type Props = { groups: readonly Namesakes[]; surroundings: AppSurroundings };

/** The list "Connected apps". */
export function ConnectedApps({ groups, surroundings }: Props) {
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
