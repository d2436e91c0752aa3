import { nextUtcMonth, systemClock } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";
import { groupBy } from "@/server/kernel/group-by";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { type Allowance, burst, intervalMs, monthlyQuota, nextTokenMs } from "./policy";

/** The statements that judge and count requests: of one request, and of many at once. */
export interface Admission {
  one: string;
  many: string;
}

const clock = `
  t as materialized (
    select now, date_trunc('month', now at time zone 'UTC')::date as month, (now at time zone 'UTC')::date as day
    from (select date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())) as now) clock
  )`;

/** Counts `times` requests in the row `c`. */
const counted = (times: string): string => `
      theoretical_arrival_at = greatest(c.theoretical_arrival_at, t.now) + ${times} * interval '${intervalMs} ms',
      month = greatest(c.month, t.month),
      month_count = case when c.month >= t.month then c.month_count + ${times} else ${times} end,
      day = greatest(c.day, t.day),
      day_count = case when c.day >= t.day then c.day_count + ${times} else ${times} end,
      last_used_at = t.now`;

/**
 * Makes the statements for one kind of key. `found` selects the key with a hash (workspace_id, id and what else is wanted; `t.now` is
 * the clock); they return `columns` with `now`, and `tat` and `monthCount` when the request is admitted. A refused request writes
 * nothing and uses no quota. Parallel requests are counted exactly: of one, by an UPDATE whose condition PostgreSQL checks again on
 * the newest row; of many, by locking the rows first, in one order everywhere. Constant texts are planned once for each connection.
 */
export const admission = (found: (hash: string) => string, columns: string): Admission => ({
  one: `
  with ${clock},
  k as materialized (select f.* from t, lateral (${found("$2")}) f),
  spent as (
    update rate_counters c set ${counted("1")}
    from k, t
    where c.workspace_id = k.workspace_id and c.key_id = k.id
      and greatest(c.theoretical_arrival_at, t.now) <= t.now + interval '${(burst - 1) * intervalMs} ms'
      and (c.month < t.month or c.month_count < ${monthlyQuota})
    returning c.theoretical_arrival_at, c.month_count
  )
  select ${columns}, t.now, spent.theoretical_arrival_at as tat, spent.month_count as "monthCount"
  from t cross join k left join spent on true`,
  many: `
  with ${clock},
  asked as materialized (select * from unnest($2::text::bytea[], $3::text::integer[]) as a(hash, wanted)),
  k as materialized (
    select asked.hash, asked.wanted, f.* from t, asked, lateral (${found("asked.hash")}) f
  ),
  held as materialized (
    select c.* from k join rate_counters c on c.workspace_id = k.workspace_id and c.key_id = k.id
    order by c.workspace_id, c.key_id for no key update of c
  ),
  granted as materialized (
    select c.workspace_id, c.key_id, least(
      k.wanted,
      floor(extract(epoch from t.now + interval '${burst * intervalMs} ms' - greatest(c.theoretical_arrival_at, t.now))
        * 1000 / ${intervalMs}),
      case when c.month < t.month then ${monthlyQuota} else ${monthlyQuota} - c.month_count end
    )::integer as times
    from t, held c join k on k.workspace_id = c.workspace_id and k.id = c.key_id
  ),
  spent as (
    update rate_counters c set ${counted("g.times")}
    from granted g, t
    where c.workspace_id = g.workspace_id and c.key_id = g.key_id and g.times > 0
    returning c.workspace_id, c.key_id, g.times, c.theoretical_arrival_at, c.month_count
  )
  select ${columns}, t.now, spent.theoretical_arrival_at as tat, spent.month_count as "monthCount",
    encode(k.hash, 'hex') as hash, coalesce(spent.times, 0) as times
  from t cross join k left join spent on spent.workspace_id = k.workspace_id and spent.key_id = k.id`,
});

/** What an admission says besides its columns. */
interface Judged {
  now: Date;
  tat: Date | null;
  monthCount: number | null;
}

interface Waiting {
  hash: Buffer;
  resolve(row: Judged | undefined): void;
  reject(error: unknown): void;
}

/** Statements on their way at most: more would only wait for each other. */
const mostInFlight = 2;
/** Requests of one statement at most. */
const mostAtOnce = 256;

/**
 * The requests of one process that wait for their admission. What comes in while the database is busy with others shares one
 * statement: under load that is a fraction of the work, and a lone request waits for nobody.
 */
class Admissions {
  private waiting: Waiting[] = [];
  private inFlight = 0;
  private isFlushing = false;

  constructor(
    private readonly services: Services,
    private readonly statement: Admission,
  ) {}

  ask(hash: Buffer): Promise<Judged | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject });
      if (this.isFlushing || this.inFlight === mostInFlight) return;
      this.isFlushing = true;
      setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    this.isFlushing = false;
    while (this.waiting.length > 0 && this.inFlight < mostInFlight) {
      const batch = this.waiting.splice(0, mostAtOnce);
      this.inFlight++;
      this.judge(batch)
        .catch((error: unknown) => {
          for (const { reject } of batch) reject(error);
        })
        .finally(() => {
          this.inFlight--;
          this.flush();
        });
    }
  }

  private async judge(batch: Waiting[]): Promise<void> {
    // The database's clock decides among processes; a held clock is a test's.
    const held = this.services.clock === systemClock ? null : this.services.clock();
    const [only] = batch;
    if (only && batch.length === 1) {
      const rows = await this.send(this.statement.one, [held, only.hash]);
      return only.resolve(rows[0] as Judged | undefined);
    }
    const byHash = groupBy(batch, ({ hash }) => hash.toString("hex"));
    const hashes = `{${[...byHash.keys()].map((hex) => `"\\\\x${hex}"`).join()}}`;
    const counts = `{${[...byHash.values()].map(({ length }) => length).join()}}`;
    const rows = await this.send(this.statement.many, [held, hashes, counts]);
    for (const { hash, times, ...row } of rows as unknown as (Judged & { hash: string; times: number })[]) {
      byHash.get(hash)?.forEach(({ resolve }, at) => void resolve(share(row, times, at)));
      byHash.delete(hash);
    }
    for (const unknown of byHash.values()) for (const { resolve } of unknown) resolve(undefined);
  }

  private send(text: string, values: unknown[]) {
    return this.services.counters.unsafe(text, values as never[], { prepare: true });
  }
}

/** What the request at a place among `times` admitted ones of a key would have been told alone. */
function share(row: Judged, times: number, at: number): Judged {
  if (at >= times || row.tat === null || row.monthCount === null)
    return { ...row, tat: null, monthCount: null };
  const later = times - 1 - at;
  const tat = new Date(row.tat.getTime() - later * intervalMs);
  return { ...row, tat, monthCount: row.monthCount - later };
}

const queues = new WeakMap<Services, Map<Admission, Admissions>>();

function queueOf(services: Services, statement: Admission): Admissions {
  const known = queues.get(services) ?? new Map<Admission, Admissions>();
  queues.set(services, known);
  const queue = known.get(statement) ?? new Admissions(services, statement);
  known.set(statement, queue);
  return queue;
}

/** Judges and counts a request of a key. @returns undefined when no such key is in force */
export async function spend<Row extends Judged>(
  services: Services,
  statement: Admission,
  plainKey: string,
): Promise<Row | undefined> {
  return (await queueOf(services, statement).ask(sha256(plainKey))) as Row | undefined;
}

/** The allowance of a key that was just refused, and the error that says why. */
export interface Refusal {
  allowance: Allowance;
  error: ApiError;
}

/**
 * Says which limit refused a request. The quota wins when both are out, because its advice (do not retry) is stricter.
 */
export async function refusalOf(
  services: Services,
  workspaceId: string,
  keyId: string,
  now: Date,
): Promise<Refusal> {
  const [row] = await services.counters<{ tat: Date; count: number }[]>`
    select theoretical_arrival_at as tat,
      case when month < date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date then 0 else month_count end as count
    from rate_counters where workspace_id = ${workspaceId} and key_id = ${keyId}`;
  const allowance = { now, theoreticalArrivalAt: row?.tat ?? now, monthCount: row?.count ?? 0 };
  return { allowance, error: limitError(allowance) };
}

function limitError(allowance: Allowance): ApiError {
  if (allowance.monthCount >= monthlyQuota) {
    const resetAt = nextUtcMonth(allowance.now).toISOString();
    return new ApiError("QUOTA_EXCEEDED", { details: { policy: "quota", resetAt } });
  }
  const resetAt = new Date(allowance.now.getTime() + nextTokenMs(allowance)).toISOString();
  return new ApiError("RATE_LIMITED", { details: { policy: "rate", resetAt } });
}
