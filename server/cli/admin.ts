import "@/server/jobs/subscriptions";
import { Command, CommanderError } from "commander";
import { ApiError, withoutReasons } from "@/server/kernel/errors";
import { createServices, type Services } from "@/server/kernel/services";
import { createLog } from "@/server/kernel/telemetry/log";
import { apiKeyCommands } from "./commands/api-key";
import { backupCommands } from "./commands/backup";
import type { CommandGroup, Perform } from "./commands/command";
import { connectionCommands } from "./commands/connection";
import { distributeCommand } from "./commands/distribute";
import { doctorCommand, UnwellError } from "./commands/doctor";
import { encryptionKeyCommands } from "./commands/encryption-key";
import { factorCommands } from "./commands/factors";
import { importCommands } from "./commands/import";
import { legacyKeyCommands } from "./commands/legacy-key";
import { mailCommands } from "./commands/mail";
import { migrateCommand } from "./commands/migrate";
import { oauthClientCommands } from "./commands/oauth-client";
import { oauthKeysCommands } from "./commands/oauth-keys";
import { queuesCommand } from "./commands/queues";
import { userCommands } from "./commands/user";
import { webhookCommands } from "./commands/webhook";
import { workspaceCommands } from "./commands/workspace";
import { openDatabase } from "./open-database";
import { ownSettings } from "./own-settings";

const groups: CommandGroup[] = [
  workspaceCommands,
  userCommands,
  factorCommands,
  importCommands,
  apiKeyCommands,
  connectionCommands,
  oauthClientCommands,
  oauthKeysCommands,
  legacyKeyCommands,
  webhookCommands,
  mailCommands,
  queuesCommand,
  migrateCommand,
  distributeCommand,
  backupCommands,
  encryptionKeyCommands,
  doctorCommand,
];

/**
 * The operator's command line (decision 1.10). One JSON object on standard output, or `{ error }` on standard error.
 * Works beside a running server, on its database.
 * @returns the exit code
 */
export async function admin(args: string[]): Promise<number> {
  try {
    await program().parseAsync(args.length > 0 ? args : ["--help"], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof UnwellError) return 1;
    console.error(JSON.stringify({ error: describe(error) }));
    return 1;
  }
}

const perform: Perform = async (work) => {
  const result = await withServices(work);
  console.log(JSON.stringify(result, null, 2));
};

async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const settings = ownSettings(process.env);
  // A command of another version must not change the schema below the processes that run.
  const migrating = settings.migrateAtStart || !process.env.DATABASE_URL ? "applyToEmpty" : "refuse";
  const database = await openDatabase(process.env.DATABASE_URL, settings, () => undefined, migrating);
  const { url: databaseUrl, pooling } = database;
  const services = createServices({ ...settings, databaseUrl }, { log: createLog("silent"), pooling });
  try {
    return await work(services);
  } finally {
    await services.close();
    await database.stop();
  }
}

/** Commands inherit error handling when they are added, so it is configured first. */
function program(): Command {
  const root = new Command("npm run admin --")
    .description("manage a Timeaway installation")
    .exitOverride()
    // The JSON object has the message.
    .configureOutput({ writeErr: () => undefined });
  for (const addTo of groups) addTo(root, perform);
  return root;
}

function describe(error: unknown): object {
  if (error instanceof ApiError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.more.details && { details: withoutReasons(error.more.details) }),
    };
  }
  if (error instanceof CommanderError) return { code: "USAGE", message: error.message };
  if (
    error instanceof Error &&
    ["StartError", "SettingsError", "UnsuitableDatabaseError"].includes(error.name)
  ) {
    return { code: "NOT_STARTED", message: error.message };
  }
  throw error;
}
