import { watchFile } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Dispatch } from "./lean-server";

/** The exports of the bundle. */
export interface Api {
  dispatch: Dispatch;
  /** The metrics for Prometheus. */
  metrics(): Promise<{ type: string; body: string }>;
}

const MODULE = new URL("./dispatch.js", import.meta.url);

/**
 * Loads the API's handlers, which are bundled beside this file.
 * @param watch in development: reload them when the bundle changes, and notify `log`
 * @returns a function that returns the newest handlers
 */
export async function loadDispatch(watch: boolean, log: (line: string) => void): Promise<() => Api> {
  let current = await load(0);
  const reload = (version: number) =>
    load(version).then(
      (api) => {
        current = api;
        log("API reloaded");
      },
      (error) => log(`the API was not reloaded: ${error}`),
    );
  if (watch) watchFile(fileURLToPath(MODULE), { interval: 200 }, (stats) => void reload(stats.mtimeMs));
  return () => current;
}

/** Node caches a module by its URL, so a query loads a new one. */
const load = (version: number): Promise<Api> => import(version ? `${MODULE.href}?v=${version}` : MODULE.href);
