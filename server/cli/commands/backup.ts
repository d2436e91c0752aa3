import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { backUp, fillFrom } from "../back-up";
import { accessFile } from "../cluster-folder";
import { isServing, startEmbeddedPostgres } from "../embedded-postgres";
import { StartError } from "../start-error";
import type { CommandGroup } from "./command";

const database = "timeaway";
const quiet = { database, log: () => undefined };
const dataFolder = () => path.resolve(process.env.DATA_DIR || ".data");
const secretsOf = (dataDir: string) => path.join(dataDir, "secrets.json");
const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");

/** @throws StartError with the equivalent command for an external database */
function requireEmbedded(command: string): void {
  if (process.env.DATABASE_URL)
    throw new StartError(`With DATABASE_URL use PostgreSQL's own tools: ${command}`);
}

async function backupTo(file: string): Promise<object> {
  const dataDir = dataFolder();
  if (!existsSync(accessFile(path.join(dataDir, "pg"))))
    throw new StartError(`There is no embedded database in ${dataDir}.`);
  const server = await startEmbeddedPostgres(dataDir, quiet);
  try {
    const done = await backUp(server.url, file, new Date());
    return { backup: { file, ...done }, notIncluded: [secretsOf(dataDir), path.join(dataDir, "outbox")] };
  } finally {
    await server.stop();
  }
}

/** Restores beside the folder's database and replaces it only once complete; the previous one is kept. */
async function restoreFrom(file: string, into: string, replace: boolean): Promise<object> {
  const pg = path.join(into, "pg");
  const requireFree = async () => {
    if (!existsSync(pg)) return;
    if (await isServing(into)) throw new StartError(`A server runs on ${into}: stop it first.`);
    if (!replace)
      throw new StartError(
        `There is a database in ${into}: --replace puts it aside, --into names another folder.`,
      );
  };
  await requireFree();
  mkdirSync(into, { recursive: true });
  const draft = mkdtempSync(path.join(into, ".restore-"));
  try {
    const server = await startEmbeddedPostgres(draft, quiet);
    const done = await fillFrom(file, server.url).finally(() => server.stop());
    await requireFree();
    const previous = existsSync(pg) ? `${pg}-until-${stampOf(new Date())}` : null;
    if (previous) renameSync(pg, previous);
    renameSync(path.join(draft, "pg"), pg);
    const hasSecrets = existsSync(secretsOf(into)) || Boolean(process.env.ENCRYPTION_KEY);
    return {
      restored: { folder: pg, ...done },
      previous,
      encryptionKey: hasSecrets
        ? "present"
        : `missing: put the secrets.json of then into ${into} before a start`,
    };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const print = (result: object) => console.log(JSON.stringify(result, null, 2));

export const backupCommands: CommandGroup = (program) => {
  program
    .command("backup")
    .description("copy the embedded database into one file, also while the server runs")
    .option("--to <file>", "a new file; by default timeaway-<time>.backup here")
    .action(async ({ to }: { to?: string }) => {
      requireEmbedded('pg_dump --format=custom --file=timeaway.dump "$DATABASE_URL"');
      print(await backupTo(path.resolve(to ?? `timeaway-${stampOf(new Date())}.backup`)));
    });
  program
    .command("restore <file>")
    .description("put a backup in place of the embedded database, while the server is stopped")
    .option("--into <folder>", "another data folder than DATA_DIR")
    .option("--replace", "put the database that is there aside")
    .action(async (file: string, { into, replace }: { into?: string; replace?: boolean }) => {
      requireEmbedded('pg_restore --no-owner --dbname="$DATABASE_URL" timeaway.dump');
      print(await restoreFrom(path.resolve(file), path.resolve(into ?? dataFolder()), replace === true));
    });
};
