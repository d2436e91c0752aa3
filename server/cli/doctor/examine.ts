import { existsSync } from "node:fs";
import path from "node:path";
import type { Settings } from "@/server/kernel/env";
import { createServices, type Services } from "@/server/kernel/services";
import { createLog } from "@/server/kernel/telemetry/log";
import { accessFile } from "../cluster-folder";
import { startEmbeddedPostgres } from "../embedded-postgres";
import { ownSettings } from "../own-settings";
import { type DatabaseFound, examineDatabase } from "./examine-database";
import { examineDisk, examineSettings } from "./examine-machine";
import { examineKeys, examineMail, examineQueues, examineSignIn } from "./examine-service";
import { error, type Finding, ok } from "./finding";

/**
 * Examines every part of an installation, beside a running service or without one, and changes nothing. Leaves out parts that cannot be
 * examined because of an earlier error.
 */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = ownSettings(env);
  } catch (cause) {
    return [
      error("configuration", (cause as Error).message, "Correct it; .env.example says what each setting is."),
    ];
  }
  const before = [...examineSettings(settings), await examineDisk(settings)];
  return [...before, ...(await behindDatabase(env.DATABASE_URL, settings))];
}

async function behindDatabase(given: string | undefined, settings: Settings): Promise<Finding[]> {
  if (given) return examineAt(given, settings);
  if (!existsSync(accessFile(path.join(settings.dataDir, "pg"))))
    return [ok("database", "There is no database yet: the first start makes one.")];
  try {
    const server = await startEmbeddedPostgres(settings.dataDir, {
      database: "timeaway",
      log: () => undefined,
    });
    return await examineAt(server.url, settings).finally(server.stop);
  } catch (cause) {
    const log = path.resolve(settings.dataDir, "pg", "server.log");
    return [error("database", (cause as Error).message, `${log} says what is in the way.`)];
  }
}

async function examineAt(databaseUrl: string, settings: Settings): Promise<Finding[]> {
  const { findings, pooling }: DatabaseFound = await examineDatabase(databaseUrl, settings);
  if (!pooling) return findings;
  const services = createServices({ ...settings, databaseUrl }, { log: createLog("silent"), pooling });
  try {
    await services.clockSet;
    return [...findings, ...(await examineServices(services))];
  } finally {
    await services.close();
  }
}

const examineServices = async (services: Services): Promise<Finding[]> => [
  await examineKeys(services),
  ...(await examineMail(services)),
  ...(await examineSignIn(services)),
  ...(await examineQueues(services)),
];
