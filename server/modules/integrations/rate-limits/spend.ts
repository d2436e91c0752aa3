import { eq, type SQL, sql } from "drizzle-orm";
import { rateCounters } from "@/drizzle/schema/api-keys";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy, statement } from "@/server/kernel/database/db";
import { batchesOf, workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { literal } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { nextUtcMonth } from "@/server/kernel/time/clock";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { freshCounter } from "./fresh-counter";
import { type Allowance, isQuotaSpent, keyLimits, type Limits, limitsOf, nextTokenMs } from "./policy";

const { placeholder } = sql;

/** The statements that check and count requests: one at a time, in batches, and one at a time where workspaces are distributed. */
export interface Admission {
  limits: Limits;
  one: Ask;
  many: Ask;
  apart: {
    find: ReturnType<typeof statement<Answered & Times & { keyId: string }>>;
    count: ReturnType<typeof statement<Pick<Answered, "tat" | "monthCount">>>;
  };
}
type Ask = ReturnType<typeof statement<Answered>>;

/** Columns of every admission, with instants as PostgreSQL's text. */
interface Answered {
  now: string;
  tat: string | null;
  monthCount: number | null;
  /** In batches: the key's hash, and how often it was admitted. */
  hash?: string;
  times?: number;
}

/** What a counter's change depends on, as PostgreSQL's text. */
interface Times {
  now: string;
  month: string;
  day: string;
  /** A request is admitted while the theoretical arrival is not later. */
  latest: string;
}

const milliseconds = (count: number): SQL => sql`interval ${literal(`${count} ms`)}`;

/**
 * The statement itself turns off synchronous commit (decision 4.6): behind a pooler, a setting of the connection would not reach its
 * transaction.
 */
const clock = sql`
  t as materialized (
    select now, date_trunc('month', now at time zone 'UTC')::date as month, (now at time zone 'UTC')::date as day
    from (
      select date_trunc('milliseconds', coalesce(${placeholder("held")}::timestamptz, clock_timestamp())) as now,
        set_config('synchronous_commit', 'off', true) as waits_for_disk
    ) clock
  )`;

/** The counters of the row `c` after `times` more requests, by column. */
const counted = (times: SQL, { intervalMs }: Limits): Record<string, SQL> => ({
  theoretical_arrival_at: sql`greatest(c.theoretical_arrival_at, t.now) + ${times} * ${milliseconds(intervalMs)}`,
  month: sql`greatest(c.month, t.month)`,
  month_count: sql`case when c.month >= t.month then c.month_count + ${times} else ${times} end`,
  day: sql`greatest(c.day, t.day)`,
  day_count: sql`case when c.day >= t.day then c.day_count + ${times} else ${times} end`,
  last_used_at: sql`t.now`,
});

const inList = (
  columns: Record<string, SQL>,
  write: (name: SQL, value: SQL) => SQL = (name, value) => sql`${value} as ${name}`,
): SQL =>
  sql.join(
    Object.entries(columns).map(([name, value]) => write(sql`${sql.identifier(name)}`, value)),
    sql`,
      `,
  );

/**
 * Counts a request of a found key. By its key alone, and with functions whose result depends on no setting: Citus keeps the plan of such a
 * statement, and sends it to one server at once.
 */
function countOf({ burst: _, intervalMs, monthlyQuota }: Limits): Admission["apart"]["count"] {
  const at = (name: "now" | "latest"): SQL => sql`${placeholder(name)}::timestamptz`;
  const [month, day] = [sql`${placeholder("month")}::date`, sql`${placeholder("day")}::date`];
  const arrival = sql`greatest(c.theoretical_arrival_at, ${at("now")})`;
  return statement(sql`
  update rate_counters c set
    theoretical_arrival_at = (${arrival} at time zone 'UTC' + ${milliseconds(intervalMs)}) at time zone 'UTC',
    month = greatest(c.month, ${month}),
    month_count = case when c.month >= ${month} then c.month_count + 1 else 1 end,
    day = greatest(c.day, ${day}),
    day_count = case when c.day >= ${day} then c.day_count + 1 else 1 end,
    last_used_at = ${at("now")}
  where ${within(sql`c.workspace_id`)} and c.key_id = ${placeholder("keyId")}::uuid
    and ${arrival} <= ${at("latest")} and (c.month < ${month} or c.month_count < ${literal(monthlyQuota)})
  returning c.theoretical_arrival_at as tat, c.month_count as "monthCount"`);
}

/** A key's row, by its hash, in the workspaces that `within` limits each of its tables to. */
export type FindKey = (hash: SQL, within: (workspaceId: SQL) => SQL) => SQL;

const within = (workspaceId: SQL): SQL => sql`${workspaceId} = ${placeholder("workspaceId")}::uuid`;

/**
 * Builds the statements for one kind of key. `found` selects the key (workspace_id, id and further columns; `t.now` is the clock). The
 * statements return `columns` with `now`, and `tat` and `monthCount` when the request is admitted. A refused request writes nothing and
 * uses no quota. Concurrent requests are counted exactly: a single one by an UPDATE whose condition PostgreSQL rechecks on the newest row;
 * a batch by locking the rows first, in the same order in every process. Where workspaces are distributed, a single request is looked up
 * and counted by two statements: Citus refuses the first form, since its UPDATE computes with time zones, and plans the second one anew each
 * time, for longer than both of these take.
 */
export const admission = (found: FindKey, columns: SQL, limits: Limits = keyLimits): Admission => ({
  limits,
  one: statement<Answered>(sql`
  with ${clock},
  k as materialized (select f.* from t, lateral (${found(sql`${placeholder("hash")}`, within)}) f),
  spent as (
    update rate_counters c set
      ${inList(counted(literal(1), limits), (name, value) => sql`${name} = ${value}`)}
    from k, t
    where ${within(sql`c.workspace_id`)} and c.key_id = k.id
      and greatest(c.theoretical_arrival_at, t.now) <= t.now + ${milliseconds((limits.burst - 1) * limits.intervalMs)}
      and (c.month < t.month or c.month_count < ${literal(limits.monthlyQuota)})
    returning c.theoretical_arrival_at, c.month_count
  )
  select ${columns}, t.now, spent.theoretical_arrival_at as tat, spent.month_count as "monthCount"
  from t cross join k left join spent on true`),
  apart: {
    find: statement(sql`
  select ${columns}, k.id as "keyId", t.now, date_trunc('month', t.now at time zone 'UTC')::date::text as month,
    (t.now at time zone 'UTC')::date::text as day, t.now + ${milliseconds((limits.burst - 1) * limits.intervalMs)} as latest
  from (select date_trunc('milliseconds', coalesce(${placeholder("held")}::timestamptz, clock_timestamp())) as now) t
    cross join lateral (${found(sql`${placeholder("hash")}`, within)}) k`),
    count: countOf(limits),
  },
  many: statement<Answered>(sql`
  with ${clock},
  asked as materialized (select * from unnest(${placeholder("hashes")}::bytea[], ${placeholder("counts")}::integer[]) as a(hash, wanted)),
  k as materialized (
    select asked.hash, asked.wanted, f.* from t, asked, lateral (${found(sql`asked.hash`, inBatch)}) f
  ),
  held as materialized (
    select c.* from k join rate_counters c on c.workspace_id = k.workspace_id and c.key_id = k.id
    where ${inBatch(sql`c.workspace_id`)}
    order by c.workspace_id, c.key_id for no key update of c
  ),
  granted as materialized (
    select c.*, least(
      k.wanted,
      floor(extract(epoch from t.now + ${milliseconds(limits.burst * limits.intervalMs)} - greatest(c.theoretical_arrival_at, t.now))
        * 1000 / ${literal(limits.intervalMs)}),
      case when c.month < t.month then ${literal(limits.monthlyQuota)} else ${literal(limits.monthlyQuota)} - c.month_count end
    )::integer as times
    from t, held c join k on k.workspace_id = c.workspace_id and k.id = c.key_id
  ),
  after as materialized (
    select c.workspace_id, c.key_id, c.times,
      ${inList(counted(sql`c.times`, limits))}
    from t, granted c where c.times > 0
  ),
  spent as (
    update rate_counters c set
      ${inList(counted(sql`c.times`, limits), (name) => sql`${name} = a.${name}`)}
    from after a
    where ${inBatch(sql`c.workspace_id`)} and c.workspace_id = a.workspace_id and c.key_id = a.key_id
    returning c.workspace_id, c.key_id, a.times, c.theoretical_arrival_at, c.month_count
  )
  select ${columns}, t.now, spent.theoretical_arrival_at as tat, spent.month_count as "monthCount",
    encode(k.hash, 'hex') as hash, coalesce(spent.times, 0) as times
  from t cross join k left join spent on spent.workspace_id = k.workspace_id and spent.key_id = k.id`),
});

/** The parsed answer. */
export interface Judged {
  now: Date;
  tat: Date | null;
  monthCount: number | null;
}

const judged = <Row extends Answered>({ now, tat, ...row }: Row): Judged => ({
  ...row,
  now: new Date(now),
  tat: tat === null ? null : new Date(tat),
});

/** A key to look for: its workspace, and the value by which the statement's `found` identifies it there. */
export interface Lookup {
  workspaceId: string;
  hash: Buffer;
}

interface Waiting extends Lookup {
  resolve(row: Judged | undefined): void;
  reject(error: unknown): void;
}

/** Maximum concurrent statements: more would only wait for each other's locks. */
const maxInFlight = 2;
/** Maximum requests of one statement. */
const maxAtOnce = 256;

/** Requests of different keys of one workspace that are cheaper one by one than together, where workspaces are distributed. */
const maxApart = 3;

function apart<T extends Lookup>(batch: readonly T[]): (readonly T[])[] {
  const isSmall = batch.length <= maxApart;
  const keys = isSmall && new Set(batch.map(({ hash }) => hash.toString("hex")));
  return keys && keys.size === batch.length ? batch.map((one) => [one]) : [batch];
}

/**
 * One process's queue of requests awaiting admission. Requests that arrive while the database is busy share one statement: under load that
 * is a fraction of the work, and a lone request never waits for others.
 */
class Admissions {
  private waiting: Waiting[] = [];
  private inFlight = 0;
  private isFlushing = false;

  constructor(
    private readonly services: Services,
    private readonly statement: Admission,
  ) {}

  /** @throws Overloaded before anything is counted, when the request's own work would be refused */
  ask(key: Lookup): Promise<Judged | undefined> {
    return new Promise((resolve, reject) => {
      this.services.pools.main.rejectIfOverloaded();
      this.waiting.push({ ...key, resolve, reject });
      if (this.isFlushing || this.inFlight === maxInFlight) return;
      this.isFlushing = true;
      setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    this.isFlushing = false;
    while (this.waiting.length > 0 && this.inFlight < maxInFlight) {
      const waiting = this.waiting.splice(0, maxAtOnce);
      this.inFlight++;
      this.judgeAll(waiting).finally(() => {
        this.inFlight--;
        this.flush();
      });
    }
  }

  private async judgeAll(waiting: readonly Waiting[]): Promise<void> {
    const refuse = (batch: readonly Waiting[]) => (error: unknown) => {
      for (const { reject } of batch) reject(error);
    };
    const judging = Promise.all([batchesOf(this.services, waiting), this.services.isDistributed()]).then(
      ([batches, isDistributed]) =>
        Promise.all(
          (isDistributed ? batches.flatMap(apart) : batches).map((batch) =>
            this.judge(batch).catch(refuse(batch)),
          ),
        ),
    );
    await withTimeout(judging, databaseTimeoutMs).catch(refuse(waiting));
  }

  private async judge(batch: readonly Waiting[]): Promise<void> {
    // The database's clock decides across processes; only tests set it.
    const { admission, clock, isClockHeld } = this.services;
    const held = isClockHeld ? clock().toISOString() : null;
    const [only] = batch;
    if (only && batch.length === 1) {
      const { workspaceId, hash } = only;
      const key = { held, workspaceId, hash };
      const isDistributed = await this.services.isDistributed();
      const row = isDistributed ? await this.apart(key) : (await this.statement.one(admission, key))[0];
      return only.resolve(row && judged(row));
    }
    const byHash = groupBy(batch, ({ hash }) => hash.toString("hex"));
    const rows = await this.statement.many(admission, {
      held,
      workspaces: arrayOf(workspacesOf(batch)),
      hashes: arrayOf([...byHash.keys()].map((hex) => `\\x${hex}`)),
      counts: arrayOf([...byHash.values()].map(({ length }) => length)),
    });
    for (const { hash = "", times = 0, ...row } of rows) {
      byHash
        .get(hash)
        ?.forEach(({ resolve }, at) => void resolve(share(judged(row), times, at, this.statement.limits)));
      byHash.delete(hash);
    }
    for (const unknown of byHash.values()) for (const { resolve } of unknown) resolve(undefined);
  }

  private async apart(key: Lookup & { held: string | null }): Promise<Answered | undefined> {
    const { find, count } = this.statement.apart;
    const [found] = await find(this.services.admission, { ...key });
    if (!found) return undefined;
    const { keyId, month, day, latest, ...row } = found;
    const times = { now: row.now, month, day, latest };
    const [spent] = await count(this.services.admission, { workspaceId: key.workspaceId, keyId, ...times });
    return { ...row, tat: spent?.tat ?? null, monthCount: spent?.monthCount ?? null };
  }
}

/** The answer for one of `times` admitted requests of a key, at position `at`, as if it had been checked alone. */
function share(row: Judged, times: number, at: number, { intervalMs }: Limits): Judged {
  if (at >= times || row.tat === null || row.monthCount === null)
    return { ...row, tat: null, monthCount: null };
  const later = times - 1 - at;
  const tat = new Date(row.tat.getTime() - later * intervalMs);
  return { ...row, tat, monthCount: row.monthCount - later };
}

/** By server, where workspaces are distributed over several: one that does not answer keeps no other's requests waiting. */
type Queues = Map<Admission, Map<number | undefined, Admissions>>;
const queues = new WeakMap<Services, Queues>();

function queueOf(services: Services, statement: Admission, server: number | undefined): Admissions {
  const known: Queues = queues.get(services) ?? new Map();
  queues.set(services, known);
  const ofStatement = known.get(statement) ?? new Map<number | undefined, Admissions>();
  known.set(statement, ofStatement);
  const queue = ofStatement.get(server) ?? new Admissions(services, statement);
  ofStatement.set(server, queue);
  return queue;
}

/** Checks and counts a request. @returns undefined when no such key is in force */
export async function spend<Row extends Judged>(
  services: Services,
  statement: Admission,
  key: Lookup,
): Promise<Row | undefined> {
  const server = services.placement.serverOf(key.workspaceId);
  return (await queueOf(services, statement, server).ask(key)) as Row | undefined;
}

/** The outcome of a check: the allowance, and the error when the request was refused. */
export interface Verdict {
  allowance: Allowance;
  error: ApiError | null;
}

/** The verdict of a request with a known key. */
export async function verdictOf(
  services: Services,
  { limits }: Admission,
  row: Judged & { workspaceId: string; id: string },
): Promise<Verdict> {
  const { now, tat, monthCount } = row;
  if (tat === null || monthCount === null) return refusalOf(services, row, limits);
  return { allowance: { limits, now, theoreticalArrivalAt: tat, monthCount }, error: null };
}

const readCounters = preparedBy((db) =>
  scoped(givenWorkspace, rateCounters)
    .select(db, {
      tat: rateCounters.theoreticalArrivalAt,
      count: sql<number>`case when ${rateCounters.month} < date_trunc('month', ${placeholder("now")}::timestamptz at time zone 'UTC')::date
        then 0 else ${rateCounters.monthCount} end`,
    })
    .where(eq(rateCounters.keyId, placeholder("keyId")))
    .prepare("rate_counters_of_key"),
);

/**
 * Determines which limit refused a request. The quota takes precedence when both are exhausted, because its advice (do not retry) is
 * stricter.
 */
async function refusalOf(
  services: Services,
  { workspaceId, id: keyId, now }: { workspaceId: string; id: string; now: Date },
  limits: Limits,
): Promise<Verdict> {
  const [row] = await readCounters(services.admission).execute({
    workspaceId,
    keyId,
    now: now.toISOString(),
  });
  const allowance = { limits, now, theoreticalArrivalAt: row?.tat ?? now, monthCount: row?.count ?? 0 };
  return { allowance, error: limitError(allowance) };
}

/** Creates the counter of a holder without one; for holders that are created without a counter. */
export async function beginCounting(
  { admission }: Services,
  { workspaceId, id, now }: { workspaceId: string; id: string; now: Date },
): Promise<void> {
  await admission
    .insert(rateCounters)
    .values(freshCounter(workspaceId, id, now))
    .onConflictDoNothing();
}

function limitError(allowance: Allowance): ApiError {
  const { holder, burst, intervalMs, monthlyQuota } = limitsOf(allowance);
  if (isQuotaSpent(allowance)) {
    const resetAt = nextUtcMonth(allowance.now).toISOString();
    const description = `${holder} has used all ${monthlyQuota.toLocaleString("en")} requests for this calendar month.`;
    return new ApiError("QUOTA_EXCEEDED", { description, details: { policy: "quota", resetAt } });
  }
  const resetAt = new Date(allowance.now.getTime() + nextTokenMs(allowance)).toISOString();
  const description = `${holder} went over its limit of ${1000 / intervalMs} requests per second with a burst of ${burst}.`;
  return new ApiError("RATE_LIMITED", { description, details: { policy: "rate", resetAt } });
}
