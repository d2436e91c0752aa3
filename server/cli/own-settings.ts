import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { loadSettings, type Settings } from "@/server/kernel/env";
import { StartError } from "./start-error";

const NAMES = ["SESSION_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"] as const;
type Secrets = Record<(typeof NAMES)[number], string>;

/** Placeholder for the embedded database's URL until it is running. */
const NOT_YET_STARTED = "postgres://embedded";

/**
 * Checks every setting before anything is started. Without DATABASE_URL the installation's own secrets are put into `env`.
 * @throws SettingsError or StartError with one line that names the setting
 */
export function ownSettings(env: NodeJS.ProcessEnv): Settings {
  const dataDir = env.DATA_DIR || ".data";
  requireDataFolder(dataDir);
  if (!env.DATABASE_URL) {
    for (const [name, value] of Object.entries(ownSecrets(dataDir))) env[name] ||= value;
  }
  return loadSettings({ ...env, DATABASE_URL: env.DATABASE_URL || NOT_YET_STARTED });
}

/**
 * The secrets of an installation with the embedded database: made once, kept in `<dataDir>/secrets.json` (0600).
 * @throws StartError when the file is damaged
 */
function ownSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  const draft = `${file}.${process.pid}`;
  const fresh = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString("base64")]));
  writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 });
  try {
    // Fails when the file exists: of two first starts, both use the first one's.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return parseSecrets(file);
}

function parseSecrets(file: string): Secrets {
  try {
    const secrets = JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>;
    if (NAMES.every((name) => typeof secrets[name] === "string")) return secrets as Secrets;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartError(`${file} is damaged: restore it, or set ${NAMES.join(", ")}.`);
}

/** @throws StartError when the folder cannot be made or written */
function requireDataFolder(dataDir: string): void {
  const probe = path.join(dataDir, `.write-test-${process.pid}`);
  try {
    makeFolder(path.resolve(dataDir));
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartError(`DATA_DIR: the folder ${path.resolve(dataDir)} cannot be written (${reason}).`);
  }
}

/** Node's own recursive mkdir never returns for a folder that cannot be made (below /proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}
