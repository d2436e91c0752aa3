import { watchFile } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Dispatch } from "./lean-server";

const MODULE = new URL("./dispatch.js", import.meta.url);

/**
 * Loads the API's handlers, which are bundled beside this file.
 * @param watch in development: load them anew when the bundle changes, and tell `log`
 * @returns a function that gives the newest handlers
 */
export async function loadDispatch(watch: boolean, log: (line: string) => void): Promise<() => Dispatch> {
  let current = await load(0);
  const reload = (version: number) =>
    load(version).then(
      (dispatch) => {
        current = dispatch;
        log("API reloaded");
      },
      (error) => log(`the API was not reloaded: ${error}`),
    );
  if (watch) watchFile(fileURLToPath(MODULE), { interval: 200 }, (stats) => void reload(stats.mtimeMs));
  return () => current;
}

/** Node caches a module by its URL, so a query makes it a new one. */
async function load(version: number): Promise<Dispatch> {
  const module = (await import(version ? `${MODULE.href}?v=${version}` : MODULE.href)) as {
    dispatch: Dispatch;
  };
  return module.dispatch;
}
