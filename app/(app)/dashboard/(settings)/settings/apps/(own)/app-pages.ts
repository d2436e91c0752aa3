import { appName } from "@/app/(account)/_oauth/app-name";
import type { ConnectedAppView } from "@/server/oauth/grants/list-apps";

const pageSize = 20;

export type ListedApp = ConnectedAppView & {
  /** How many apps have this name, including this one. */
  namesakeCount: number;
};
/** Apps of the same name. */
export type Namesakes = [ListedApp, ...ListedApp[]];

/** Anyone can register an app under any name, so apps of the same name are grouped: a look-alike cannot hide. */
function byName(apps: readonly ConnectedAppView[]): ConnectedAppView[][] {
  const groups = new Map<string, ConnectedAppView[]>();
  for (const app of apps) {
    const key = appName(app.name, "").full.toLocaleLowerCase("en");
    groups.set(key, [...(groups.get(key) ?? []), app]);
  }
  return [...groups.values()];
}

/**
 * The page after an app, or the first page.
 * @param after cursor: the id of the last app on the previous page. If it is no longer connected, the list starts over.
 */
export function appPage(apps: readonly ConnectedAppView[], after: string | undefined) {
  const ordered = byName(apps).flatMap((group) => group.map((app) => ({ app, group })));
  const start = ordered.findIndex(({ app }) => app.clientId === after) + 1;
  const end = start + pageSize;
  const groups = new Map<ConnectedAppView[], ListedApp[]>();
  for (const { app, group } of ordered.slice(start, end))
    groups.set(group, [...(groups.get(group) ?? []), { ...app, namesakeCount: group.length }]);
  return {
    groups: [...groups.values()] as Namesakes[],
    isFirst: start === 0,
    last: end < ordered.length ? ordered[end - 1]?.app.clientId : undefined,
  };
}
