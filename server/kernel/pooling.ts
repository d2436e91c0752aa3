import postgres, { type Sql } from "postgres";
import { second } from "./clock";
import { asParameters, type TimeLimits } from "./time-limits";
import { withTimeout } from "./timeout";

/** What stands between this process and PostgreSQL. */
export interface Pooling {
  /** A pooler gives a server connection for one transaction: nothing may be left on a session, and none has settings of its own. */
  isPooled: boolean;
  /** A statement that was prepared by name is there when it is used again. */
  isPrepared: boolean;
}

/** PostgreSQL itself. */
export const direct: Pooling = { isPooled: false, isPrepared: true };

/** What the operator says of it. */
export interface PoolingSettings {
  pooler: "auto" | "none" | "transaction";
  preparedStatements: "auto" | "on" | "off";
}

/** The connection cannot be as the settings say; the message is one line for the operator. */
class PoolingError extends Error {
  override name = "UnsuitableDatabaseError";
}

/**
 * Finds out what a URL leads to, by one connection; behind a pooler by some more.
 * @throws what the driver throws when the database is not reached; UnsuitableDatabaseError when there is a pooler against the settings
 */
export async function findPooling(
  url: string,
  { pooler, preparedStatements }: PoolingSettings,
): Promise<Pooling> {
  const isOff = preparedStatements === "off";
  const isPooled = pooler === "transaction" || (await leadsToPooler(url, pooler));
  if (isPooled && pooler === "none")
    throw new PoolingError(
      "DATABASE_POOLER=none, but DATABASE_URL leads to a pooler; set it to transaction.",
    );
  if (!isPooled || preparedStatements !== "auto") return { isPooled, isPrepared: !isOff };
  return { isPooled, isPrepared: await keepsPrepared(url) };
}

const refusedParameter = /unsupported startup parameter/;

/** Whether a connection is refused because of what only a session of its own can be given. */
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

/** No default of a server or role. */
const oddLimits: TimeLimits = { statementMs: 59_731, lockMs: 29_731, idleMs: 11_731 };

/**
 * A pooler refuses settings of a session (PgBouncer), or takes them and has its server connections go without
 * (`ignore_startup_parameters`); and a session that is ours has told us its own process as what is to be cancelled.
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

/** Of a pool with other users there may be a wait for the first server connection that the probe did not use before. */
const probeWithinMs = second;
/** Server connections that are held, so that the next one must be another. */
const maxHeld = 4;

const probe = "select pg_backend_pid() as pid, $1::text as prepared_by_timeaway";

/**
 * Whether a statement that was prepared on one server connection can be used on another: PgBouncer 1.21 and newer prepare it there too
 * (`max_prepared_statements`). Those that it was prepared on are held by others, one after another, until it comes to a new one.
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
    // Refused, or no other server connection to be had: without, everything works as well.
  } finally {
    end(isKept);
    await close([user, ...holders]);
  }
  return isKept;
}

/** In a transaction, since outside of one the driver prepares again what is not there; and nothing but the probe is prepared. */
async function usedIn(user: Sql): Promise<{ pid: number }[]> {
  await user.unsafe("begin");
  try {
    return await user.unsafe<{ pid: number }[]>(probe, [""], { prepare: true });
  } finally {
    await user.unsafe("rollback");
  }
}

/** Keeps a server connection in a transaction until the outcome is known; what no pooler keeps an account of is removed from it. */
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
