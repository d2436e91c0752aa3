import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import type { Settings } from "@/server/kernel/env";
import { createServices, type Services, shareServices } from "@/server/kernel/services";
import { createLog, type Logger } from "@/server/kernel/telemetry/log";
import { openMetrics } from "@/server/kernel/telemetry/metrics";
import { issueSetupLink } from "@/server/modules/workspace/settings/setup-link";
import { canReadSigningKeys } from "@/server/oauth/keys/keyring";
import { consoleAsLines } from "./console-lines";
import { seedDemoOnce } from "./demo";
import { type Api, loadDispatch } from "./dispatch-module";
import { drain, type Handlers, leanServer, listen, type PageHandler } from "./lean-server";
import { metricsServer } from "./metrics-server";
import { announce } from "./notice";
import { openDatabase } from "./open-database";
import { ownSettings } from "./own-settings";
import { withPageLimits } from "./page-limits";
import { pageRoutes } from "./page-routes";
import { Shutdown } from "./shutdown";
import { StartError } from "./start-error";
import { withStaticFiles } from "./static-files";
import { startTicker } from "./ticker";
import { type Watch, watchRequests } from "./watch-requests";

/** Runs one step of the start and shows it; `say` shows the current detail. */
export type Step = <T>(title: string, run: (say: (detail: string) => void) => Promise<T>) => Promise<T>;
type PageFolders = [own: string, ...before: string[]];
type Options = {
  dev: boolean;
  step: Step;
  /** Builds the pages when their sources have no build. Returns their folder, then those of older builds, which open pages still use. */
  preparePages: () => Promise<PageFolders>;
};

/**
 * Serves the application: pages, database, migrations, demo data on the first start, both mounts, and the ticker. Returns when it is
 * serving; SIGINT or SIGTERM ends the process.
 * @throws StartError, SettingsError or UnsuitableDatabaseError with one line for the operator
 */
export async function startServer(options: Options): Promise<void> {
  const settings = checkSettings();
  // Always at info, so that the sign-in notice is printed at any LOG_LEVEL.
  if (!process.stdout.isTTY) consoleAsLines(createLog("info"));
  const shutdown = new Shutdown((what, error) =>
    console.error(`timeaway: ${what} didn't stop cleanly:`, error),
  );
  try {
    await serve(settings, options, shutdown);
  } catch (error) {
    // A signal during the start closes resources in use; that is no fault.
    if (shutdown.started) return;
    await shutdown.run("fault");
    throw error;
  }
}

async function serve(checked: Settings, options: Options, shutdown: Shutdown): Promise<void> {
  const { promise: ready, resolve: serveWith } = handlersToCome();
  const server = leanServer(ready, { trustedProxies: checked.trustedProxies, onError: console.error });
  // Before any slow step, so that a taken port is known at once.
  await listen(server, checked.port, checked.host);
  const folders = await options.preparePages();

  const database = await options.step("starting the database", (say) =>
    openDatabase(process.env.DATABASE_URL, checked, say),
  );
  shutdown.add("the database", database.stop);
  const settings = { ...checked, databaseUrl: database.url };
  if (database.embedded) await seedDemoOnce(settings, options.step);

  const { pooling } = database;
  const metrics = settings.metrics && (await openMetrics());
  const services = createServices(settings, { leanMount: true, pooling, metrics });
  shutdown.add("the connection pools", services.close);
  if (settings.withdrawn.length > 0)
    services.log.warn({ settings: settings.withdrawn }, "settings of an earlier version are ignored");
  if (pooling.isPooled)
    services.log.info({ preparedStatements: pooling.isPrepared }, "the database is reached through a pooler");
  await services.clockSet;
  if (!(await canReadSigningKeys(services)))
    throw new StartError(
      "ENCRYPTION_KEY is not what this database's secrets are sealed with; set that one, or both with a comma between them, the newest first.",
    );
  shareServices(services);
  const api = await loadDispatch(options.dev, console.log);
  const pages = await options.step("starting the pages", () =>
    startPages(settings, options.dev, folders, server, shutdown),
  );
  const onTickerError = (error: unknown) => services.log.error({ err: error }, "background work failed");
  shutdown.add("background work", startTicker(api, settings.cronSecret, onTickerError));
  shutdown.add("the HTTP server", (cause) => {
    services.isEnding = true;
    // On Ctrl-C this is the only server: no balancer needs the lead time.
    const leadMs = cause === "SIGINT" ? 0 : settings.shutdownLeadMs;
    if (leadMs > 0) services.log.info({ leadMs }, "ending: not ready any more");
    return drain(server, delay(leadMs));
  });
  if (settings.metrics) shutdown.add("the metrics", await serveMetrics(settings.metrics, api, services.log));
  const watch = watchIn(services, options.dev ? null : folders[0]);
  serveWith({
    dispatch: (request, source) => api().dispatch(request, source),
    pages,
    watch,
    noteRefused: (refused) => services.log.info(refused, "a request was refused before it was read"),
  });
  announce(settings, database.embedded, await issueSetupLink(services));
}

/** Undefined when the access log, metrics and traces are all off: then requests have no overhead. */
function watchIn(services: Services, pagesFolder: string | null): Watch | undefined {
  const { accessLog, metrics } = services.settings;
  const isWanted = accessLog === "on" || (accessLog === "auto" && !process.stdout.isTTY);
  const isLogged = isWanted && services.log.isLevelEnabled("info");
  if (!isLogged && !metrics && !services.tracer) return undefined;
  return watchRequests(services, { findPageRoute: pageRoutes(pagesFolder), isLogged });
}

/** @returns the function that stops it */
async function serveMetrics(
  { port, host }: NonNullable<Settings["metrics"]>,
  api: () => Api,
  log: Logger,
): Promise<() => Promise<void>> {
  const server = metricsServer(
    () => api().metrics(),
    (err) => log.error({ err }, "the metrics cannot be read"),
  );
  await listen(server, port, host, "METRICS_");
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

/** next-auth and Next's own copy of the configuration read the environment. */
function checkSettings(): Settings {
  const settings = ownSettings(process.env);
  process.env.NEXTAUTH_URL = settings.appUrl;
  process.env.NEXTAUTH_SECRET = settings.sessionSecrets[0];
  return settings;
}

async function startPages(
  settings: Settings,
  dev: boolean,
  folders: PageFolders,
  server: ReturnType<typeof leanServer>,
  shutdown: Shutdown,
): Promise<PageHandler> {
  // In production Next would take every request that offers an upgrade (as `curl --http2` does) away from the API, and leave it unanswered;
  // so it gets a server that never listens.
  const httpServer = dev ? server : createServer();
  const app = next({
    ...{ dev, dir: folders[0], quiet: !dev },
    ...{ hostname: "localhost", port: settings.port, httpServer },
  });
  await app.prepare();
  shutdown.add("the pages", () => app.close());
  const pages = app.getRequestHandler();
  if (dev) return pages;
  return withStaticFiles(folders, withPageLimits(settings, pages));
}

function handlersToCome(): { promise: Promise<Handlers>; resolve: (handlers: Handlers) => void } {
  let resolve: (handlers: Handlers) => void = () => undefined;
  const promise = new Promise<Handlers>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
