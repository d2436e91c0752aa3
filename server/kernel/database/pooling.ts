import postgres, { type Sql } from "postgres";
import { second } from "@/server/kernel/time/clock";
import { asParameters, type TimeLimits } from "@/server/kernel/time/time-limits";
import { withTimeout } from "@/server/kernel/time/timeout";
import { UnsuitableDatabaseError } from "./unsuitable-database";

/** What is between this process and PostgreSQL. */
export interface Pooling {
  /** A pooler assigns a server connection per transaction: no state may be left on a session, and no session has its own settings. */
  isPooled: boolean;
  /** A statement prepared by name is still there on its next use. */
  isPrepared: boolean;
}

/** A direct connection to PostgreSQL. */
export const direct: Pooling = { isPooled: false, isPrepared: true };

/** The operator's settings for pooling. */
export interface PoolingSettings {
  pooler: "auto" | "none" | "transaction";
  preparedStatements: "auto" | "on" | "off";
}

/**
 * Detects what a URL leads to, with one connection; behind a pooler with several.
 * @throws the driver's error when the database is unreachable; UnsuitableDatabaseError when there is a pooler against the settings
 */
export async function findPooling(
  url: string,
  { pooler, preparedStatements }: PoolingSettings,
): Promise<Pooling> {
  const isOff = preparedStatements === "off";
  const isPooled = pooler === "transaction" || (await leadsToPooler(url, pooler));
  if (isPooled && pooler === "none")
    throw new UnsuitableDatabaseError(
      "DATABASE_POOLER=none, but DATABASE_URL leads to a pooler; set it to transaction.",
    );
  if (!isPooled || preparedStatements !== "auto") return { isPooled, isPrepared: !isOff };
  return { isPooled, isPrepared: await keepsPrepared(url) };
}

const refusedParameter = /unsupported startup parameter/;

/** Whether a connection was refused because of startup parameters, which only a direct session supports. */
export const refusesSettings = (error: unknown): boolean =>
  error instanceof Error && refusedParameter.test(error.message);

const open = (url: string, connection: Record<string, unknown> = {}, prepare = false): Sql =>
  postgres(url, {
    max: 1,
    prepare,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: "timeaway start", ...connection },
  });

const close = (clients: Sql[]) => Promise.all(clients.map((client) => client.end({ timeout: 1 })));

/** Values that no server or role has as defaults. */
const oddLimits: TimeLimits = { statementMs: 59_731, lockMs: 29_731, idleMs: 11_731 };

/**
 * Detects a pooler: it refuses session settings (PgBouncer), or accepts them without applying them to its server connections
 * (`ignore_startup_parameters`). A direct connection also announces its own backend PID as the one to cancel; a pooler's does not.
 */
async function leadsToPooler(url: string, pooler: PoolingSettings["pooler"]): Promise<boolean> {
  const given = { ...asParameters(oddLimits), synchronous_commit: "off" };
  const client = open(url, given);
  try {
    const names = Object.keys(given);
    const rows = await client<{ name: string; setting: string; pid: number }[]>`
      select name, setting, pg_backend_pid() as pid from pg_settings where name in ${client(names)}`;
    const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const isGiven = Object.entries(given).every(([name, value]) => found[name] === String(value));
    return !isGiven || (pooler === "auto" && rows[0]?.pid !== rows.state.pid);
  } catch (error) {
    if (refusesSettings(error)) return true;
    throw error;
  } finally {
    await close([client]);
  }
}

/** In a pool with other users, the first server connection that the probe did not use before may take a while. */
const probeWithinMs = second;
/** Maximum number of server connections to occupy, which forces the next statement onto another one. */
const maxHeld = 4;

const probe = "select pg_backend_pid() as pid, $1::text as prepared_by_timeaway";

/**
 * Whether a statement prepared on one server connection can be used on another: PgBouncer 1.21 and newer prepares it there too
 * (`max_prepared_statements`). Other clients occupy the connections that have it, one after another, until the statement runs on a new one.
 */
async function keepsPrepared(url: string): Promise<boolean> {
  const user = open(url, {}, true);
  const holders: Sql[] = [];
  let end: (found: boolean) => void = () => undefined;
  const outcome = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  let isKept = false;
  const use = () => usedIn(user);
  try {
    const [prepared] = await withTimeout(use(), probeWithinMs);
    for (let held = 0; held < maxHeld; held++) {
      const holder = open(url);
      holders.push(holder);
      await withTimeout(hold(holder, outcome), probeWithinMs);
      const [again] = await withTimeout(use(), probeWithinMs);
      isKept = again?.pid !== prepared?.pid;
      if (isKept) break;
    }
  } catch {
    // Refused, or no other server connection available: everything works without prepared statements, too.
  } finally {
    end(isKept);
    await close([user, ...holders]);
  }
  return isKept;
}

/** In a transaction, since outside of one the driver prepares a missing statement again. Only the probe is prepared. */
async function usedIn(user: Sql): Promise<{ pid: number }[]> {
  await user.unsafe("begin");
  try {
    return await user.unsafe<{ pid: number }[]>(probe, [""], { prepare: true });
  } finally {
    await user.unsafe("rollback");
  }
}

/**
 * Occupies a server connection with a transaction until the outcome is known. Deallocates the probe where the pooler does not track
 * prepared statements.
 */
const hold = (holder: Sql, outcome: Promise<boolean>): Promise<void> =>
  new Promise((resolve, reject) => {
    holder
      .begin(async (tx) => {
        const left = await tx<
          { name: string }[]
        >`select name from pg_prepared_statements where statement = ${probe}`;
        resolve();
        if (await outcome) return;
        for (const { name } of left) await tx`deallocate ${tx(name)}`;
      })
      .catch(reject);
  });
