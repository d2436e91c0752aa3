import { type SQL, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { type DistributedDb, inBatches } from "@/server/kernel/database/distribution";
import { ofEvery, ofSeveral } from "@/server/kernel/database/in-batch";
import { firstId as noId } from "@/server/kernel/database/page-token";
import { literal, unnested } from "@/server/kernel/database/sql-parts";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { latencyBoundsUs, quotaStages } from "./policy";
import type { rowOf } from "./row";

export { noId };

/** Requests without a workspace that one batch takes: a flood of invalid requests must not fill the log. */
const unknownInBatch = 100;
export type LogRow = ReturnType<typeof rowOf>;

/** The columns of a row, each sent as one array: PostgreSQL reads arrays in half the time of rows of JSON. */
const columns = {
  workspace_id: "uuid",
  request_id: "text",
  at: "timestamptz",
  api: "text",
  method: "text",
  path: "text",
  query: "text",
  endpoint: "text",
  status: "smallint",
  error_code: "text",
  error: "jsonb",
  duration_us: "integer",
  key_kind: "text",
  key_id: "uuid",
  owner_id: "uuid",
  acting_user_id: "uuid",
  presented_hash: "text",
  idempotency_key: "text",
  is_replay: "boolean",
  operation_id: "uuid",
  burst_left: "smallint",
  month_count: "integer",
  user_agent: "text",
  // An array of arrays would have to be rectangular, so each element is an array's text.
  body_fields: "text",
} satisfies Record<keyof LogRow, string>;
const columnNames = Object.keys(columns) as (keyof LogRow)[];

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

const rowsOfBatch = unnested("g", columns);
const given = sql`given as materialized (select * from ${rowsOfBatch})`;

/** What counting needs of a stored row. */
const countedColumns = {
  workspace_id: "uuid",
  request_id: "text",
  at: "timestamptz",
  method: "text",
  endpoint: "text",
  status: "smallint",
  error_code: "text",
  duration_us: "integer",
  key_kind: "text",
  key_id: "uuid",
  owner_id: "uuid",
  burst_left: "smallint",
} satisfies Partial<Record<keyof LogRow, string>>;
const countedNames = Object.keys(countedColumns) as (keyof typeof countedColumns)[];

/** Idempotent: a retry whose first response was lost inserts and counts nothing again. */
const store = (rows: SQL) => sql`
    insert into request_log (workspace_id, request_id, at, api, method, path, query, endpoint, status, error_code, error,
      duration_us, key_kind, key_id, owner_id, acting_user_id, idempotency_key, is_replay, operation_id, burst_left,
      user_agent, body_fields)
    select workspace_id, request_id, at, api, method, path, query, endpoint, status, error_code, error, duration_us, key_kind, key_id,
      owner_id, acting_user_id, idempotency_key, is_replay, operation_id, burst_left, user_agent, body_fields::text[]
    from ${rows}
    on conflict do nothing
    returning ${list(countedNames.map((name) => sql`${sql.identifier(name)}`))}`;

const countedFrom = (rows: SQL) => sql`
  counted as (
    select *, coalesce(key_id, ${literal(noId)}) as of_key, date_trunc('hour', at, 'UTC') as hour,
      width_bucket(duration_us, array[${list(latencyBoundsUs.map(literal))}]) as speed,
      case
        when status < 400 then 'success'
        when error_code = 'QUOTA_EXCEEDED' then 'quota'
        when status = 429 then 'limited'
        when status >= 500 or error_code = 'server_error' then 'server'
        else 'client'
      end as outcome
    from ${rows} where workspace_id <> ${literal(noId)}
  )`;

const countOf = (outcome: string): SQL => sql`count(*) filter (where outcome = ${literal(outcome)})`;
const speeds = list(
  [0, ...latencyBoundsUs].map((_, at) => sql`count(*) filter (where speed = ${literal(at)})`),
);

/** Every process locks the rows in the same order, so that processes wait for each other instead of deadlocking. */
const countHours = sql`
    insert into request_hours as h (workspace_id, hour, key_id, key_kind, owner_id, success_count, client_error_count,
      rate_limited_count, quota_exceeded_count, server_error_count, lowest_burst, latency_counts)
    select workspace_id, hour, of_key, max(key_kind), (max(owner_id::text))::uuid, ${countOf("success")},
      ${countOf("client")}, ${countOf("limited")}, ${countOf("quota")}, ${countOf("server")}, min(burst_left),
      array[${speeds}]::integer[]
    from counted group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, hour, key_id) do update set
      key_kind = coalesce(h.key_kind, excluded.key_kind),
      owner_id = coalesce(h.owner_id, excluded.owner_id),
      success_count = h.success_count + excluded.success_count,
      client_error_count = h.client_error_count + excluded.client_error_count,
      rate_limited_count = h.rate_limited_count + excluded.rate_limited_count,
      quota_exceeded_count = h.quota_exceeded_count + excluded.quota_exceeded_count,
      server_error_count = h.server_error_count + excluded.server_error_count,
      lowest_burst = least(h.lowest_burst, excluded.lowest_burst),
      latency_counts = array(
        select coalesce(a, 0) + b from unnest(h.latency_counts, excluded.latency_counts) with ordinality as u(a, b, n) order by n)`;
const countErrors = sql`
    insert into request_error_hours as e (workspace_id, hour, key_id, method, endpoint, code, owner_id, count, first_at,
      last_at, last_request_id)
    select workspace_id, hour, of_key, method, coalesce(endpoint, ''), coalesce(error_code, status::text),
      (max(owner_id::text))::uuid, count(*), min(at), max(at), max(request_id)
    from counted where status >= 400 group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, hour, key_id, method, endpoint, code) do update set
      owner_id = coalesce(e.owner_id, excluded.owner_id),
      count = e.count + excluded.count,
      first_at = least(e.first_at, excluded.first_at),
      last_at = greatest(e.last_at, excluded.last_at),
      last_request_id = greatest(e.last_request_id, excluded.last_request_id)`;

const stages = [...quotaStages]
  .reverse()
  .map(
    (stage) => sql`when max(month_count) >= ${literal((stage * monthlyQuota) / 100)} then ${literal(stage)}`,
  );
const stageReached = sql`case ${sql.join(stages, sql` `)} end`;

const warn = (rows: SQL) => sql`
  insert into quota_warnings as q (workspace_id, key_id, key_kind, month, reached)
  select workspace_id, key_id, max(key_kind), date_trunc('month', at at time zone 'UTC')::date, ${stageReached}
  from ${rows}
  where key_id is not null and month_count >= ${literal((quotaStages[0] * monthlyQuota) / 100)}
  group by workspace_id, key_id, 4 order by 1, 2, 4
  on conflict (workspace_id, key_id, month) do update set reached = excluded.reached where q.reached < excluded.reached`;

/** For a batch of all workspaces, on plain PostgreSQL: all in one statement. */
const writeAll = statement(sql`
  with ${given}, written as (${store(sql`given`)}), ${countedFrom(sql`written`)}, hours as (${countHours}),
    errors as (${countErrors}), warned as (${warn(sql`given`)})
  select from given where ${ofSeveral} limit 0`);

type Stored = Record<keyof typeof countedColumns, string | number | null>;
// Where workspaces are distributed, a statement writes to one table.
const storeSome = statement<Stored>(store(rowsOfBatch));
const stored = countedFrom(unnested("s", countedColumns));
const countHoursOfSome = statement(sql`with ${stored} ${countHours}`);
const countErrorsOfSome = statement(sql`with ${stored} ${countErrors}`);
const warnOfSome = statement(warn(rowsOfBatch));

/** Stores and counts the rows of one workspace, in one transaction. */
const writeOfOne = (db: Db, values: Record<string, string>): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await storeSome(tx, values);
    if (rows.length > 0) {
      const given = Object.fromEntries(
        countedNames.map((name) => [name, arrayOf(rows.map((row) => row[name]))]),
      );
      await countHoursOfSome(tx, given);
      await countErrorsOfSome(tx, given);
    }
    await warnOfSome(tx, values);
  });

function textOf(value: LogRow[keyof LogRow]): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayOf(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

interface Presented {
  hash: string;
  workspace_id: string;
  key_id: string;
  owner_id: string | null;
  key_kind: string;
}

const why = "what was presented does not say whose it is";

/** The keys, also ended ones, and the apps of requests that were refused before their workspace was known. */
const findPresented = statement<Presented>(sql`
  select encode(k.hash, 'hex') as hash, k.workspace_id, k.id as key_id, k.owner_id, 'key' as key_kind from api_keys k
  where ${ofEvery(why)} and k.hash = any(${sql.placeholder("hashes")}::bytea[])
  union all
  select encode(l.hash, 'hex'), l.workspace_id, l.id, null, 'legacyKey' from legacy_keys l
  where ${ofEvery(why)} and l.hash = any(${sql.placeholder("hashes")}::bytea[])
  union all
  select c.id::text, c.workspace_id, c.id, null, 'client' from oauth_clients c
  where c.id = any(${sql.placeholder("clients")}::uuid[]) and c.workspace_id is not null`);

const presentedBy = ({ key_kind, key_id, presented_hash }: LogRow): string | null =>
  key_kind === "client" ? key_id : presented_hash;

/** Adds the workspace and the key, where what was presented tells them. */
async function withWorkspaces(db: Db, rows: readonly LogRow[]): Promise<LogRow[]> {
  const unknown = rows.filter((row) => row.workspace_id === null && presentedBy(row) !== null);
  if (unknown.length === 0) return [...rows];
  const found = await findPresented(db, {
    hashes: arrayOf(unknown.flatMap(({ presented_hash: hash }) => (hash ? [`\\x${hash}`] : []))),
    clients: arrayOf(unknown.flatMap(({ key_kind, key_id }) => (key_kind === "client" ? [key_id] : []))),
  });
  const byName = new Map(found.map((one) => [one.hash, one]));
  return rows.map((row) => {
    const one = row.workspace_id === null ? byName.get(presentedBy(row) ?? "") : undefined;
    return one
      ? {
          ...row,
          workspace_id: one.workspace_id,
          key_kind: row.key_kind ?? one.key_kind,
          key_id: row.key_id ?? one.key_id,
          owner_id: row.owner_id ?? one.owner_id,
        }
      : row;
  }) as LogRow[];
}

/**
 * Stores rows and counts them for each batch of workspaces: both or neither. Rows that are stored already are not counted again.
 * @returns how many requests without a workspace were left out
 */
export async function writeBatch(services: DistributedDb, rows: readonly LogRow[]): Promise<number> {
  const placed = await withWorkspaces(services.db, rows);
  const known = placed.filter((row) => row.workspace_id !== null);
  const unknown = placed.filter((row) => row.workspace_id === null);
  const kept = [...known, ...unknown.slice(0, unknownInBatch)].map((row) => ({
    workspaceId: row.workspace_id ?? noId,
    row: { ...row, workspace_id: row.workspace_id ?? noId },
  }));
  const write = (await services.isDistributed()) ? writeOfOne : writeAll;
  await inBatches(services, kept, async (batch) => {
    const listOf = (name: keyof LogRow) => arrayOf(batch.map(({ row }) => textOf(row[name])));
    await write(services.db, Object.fromEntries(columnNames.map((name) => [name, listOf(name)])));
    return [];
  });
  return placed.length - kept.length;
}

/** Dropped requests of one key and hour. */
export interface Loss {
  workspace_id: string;
  hour: string;
  key_id: string;
  key_kind: string | null;
  owner_id: string | null;
  count: number;
}

const addLosses = statement(sql`
  insert into request_hours as h (workspace_id, hour, key_id, key_kind, owner_id, dropped_count)
  select workspace_id, hour, key_id, key_kind, owner_id, count
  from json_to_recordset(${sql.placeholder("losses")}::text::json) as g(
    workspace_id uuid, hour timestamptz, key_id uuid, key_kind text, owner_id uuid, count integer)
  order by 1, 2, 3
  on conflict (workspace_id, hour, key_id) do update set dropped_count = h.dropped_count + excluded.dropped_count`);

/** Adds dropped requests to the counts. @param onWritten gets each stored loss, also when others fail */
export async function writeLosses(
  services: DistributedDb,
  losses: readonly Loss[],
  onWritten: (loss: Loss) => void,
): Promise<void> {
  const placed = losses.map((loss) => ({ workspaceId: loss.workspace_id, loss }));
  await inBatches(services, placed, async (batch) => {
    await addLosses(services.db, { losses: JSON.stringify(batch.map(({ loss }) => loss)) });
    for (const { loss } of batch) onWritten(loss);
    return [];
  });
}
