import { migrate, migrateWhenEmpty, requireMigrated } from "@/drizzle/migrate";
import { direct, findPooling, type Pooling } from "@/server/kernel/database/pooling";
import type { Settings } from "@/server/kernel/env";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { StartError } from "./start-error";

export type OpenDatabase = {
  url: string;
  embedded: boolean;
  pooling: Pooling;
  /** The names of the migrations just applied. */
  applied: string[];
  stop(): Promise<unknown>;
};

/** Error codes of postgres.js and Node for an unreachable database, in words. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the host doesn't exist",
  EAI_AGAIN: "the host name cannot be looked up",
  CONNECT_TIMEOUT: "no answer within 10 s",
  CONNECTION_CLOSED: "the server closed the connection",
  "28P01": "the password is wrong",
  "28000": "the server does not let this user in",
  "3D000": "the database doesn't exist",
  "42501": "the user may not create tables in it",
};

/** A pooler has one code for every refusal. */
const poolerRefusal = "08P01";

/** How missing migrations are treated: applied, applied only to an empty database, or refused. */
type Migrating = "apply" | "applyToEmpty" | "refuse";

const prepare = {
  apply: (url: string, log: (line: string) => void) => migrate(url, undefined, log),
  applyToEmpty: migrateWhenEmpty,
  refuse: (url: string, log: (line: string) => void) => requireMigrated(url, log).then(() => []),
} satisfies Record<Migrating, (url: string, log: (line: string) => void) => Promise<string[]>>;

/**
 * The database of `DATABASE_URL`, or else the embedded one in the data folder.
 * @param migrating by default as MIGRATE_AT_START says; the embedded one is then migrated anyway
 * @throws StartError when it cannot be reached
 */
export async function openDatabase(
  databaseUrl: string | undefined,
  {
    dataDir,
    migrateAtStart,
    databasePooling,
  }: Pick<Settings, "dataDir" | "migrateAtStart" | "databasePooling">,
  log: (line: string) => void,
  migrating?: Migrating,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    const prepared = prepare[migrating ?? (migrateAtStart ? "apply" : "refuse")](databaseUrl, log);
    const opened = prepared.then(async (applied) => ({
      applied,
      pooling: await findPooling(databaseUrl, databasePooling),
    }));
    const found = await opened.catch((error) => explain(databaseUrl, error));
    return { url: databaseUrl, embedded: false, ...found, stop: async () => undefined };
  }
  const server = await startEmbeddedPostgres(dataDir, { database: "timeaway", log });
  try {
    const applied = await prepare[migrating ?? "apply"](server.url, log);
    return { url: server.url, embedded: true, applied, pooling: direct, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function explain(databaseUrl: string, error: unknown): never {
  const why = whyUnusable(databaseUrl, error);
  if (!why) throw error;
  throw new StartError(why);
}

/** Why a database is unreachable, in one line; undefined when its error explains it better. */
export function whyUnusable(databaseUrl: string, error: unknown): string | undefined {
  const code = codeOf(error);
  const reason =
    code === poolerRefusal ? `the pooler says: ${(error as Error).message}` : code && REASONS[code];
  if (!reason) return undefined;
  return `DATABASE_URL: the database ${withoutPassword(databaseUrl)} cannot be used: ${reason}.`;
}

/** Drizzle wraps the driver's error; a name with several addresses has an error for each. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = (error as NodeJS.ErrnoException).code;
  if (own) return own;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  return `${url.hostname}:${url.port || 5432}${url.pathname}`;
}
