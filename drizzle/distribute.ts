import type { Sql, TransactionSql } from "postgres";
import {
  citusQuery,
  distributionQuery,
  isDistributedAtAll,
  misplaced,
  type TableDistribution,
  whyHalfDistributed,
} from "@/server/kernel/database/table-distribution";
import { UnsuitableDatabaseError } from "@/server/kernel/database/unsuitable-database";

// Distributes the tables by workspace with Citus; docs/operate/scale.md.

/** One process migrates or distributes at a time. */
export const MIGRATION_LOCK = 727_001;

const OLDEST_CITUS = 12;

/** Foreign keys that were dropped, and come back once both their tables are distributed: also after a crash in between. */
const keptKeys = "drizzle.__foreign_keys_of_distribution";

type Client = Sql | TransactionSql;

/** A part of the distribution: what is printed, and what does it. */
interface Step {
  title: string;
  statements: string[];
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
  from: string | null;
  to: string | null;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

const isOfCitus = async (sql: Client): Promise<boolean> => {
  const [citus] = await sql.unsafe<{ found: boolean }[]>(citusQuery);
  return citus?.found ?? false;
};

/** How each table is distributed; none on plain PostgreSQL. */
export const readDistribution = async (sql: Client): Promise<TableDistribution[]> =>
  (await isOfCitus(sql)) ? sql.unsafe<TableDistribution[]>(distributionQuery) : [];

/**
 * @returns whether the tables are distributed
 * @throws UnsuitableDatabaseError when only some are
 */
export async function requireWhollyDistributed(sql: Client): Promise<boolean> {
  const tables = await readDistribution(sql);
  const reason = whyHalfDistributed(tables) ?? (await whyInterrupted(sql));
  if (reason) throw new UnsuitableDatabaseError(reason);
  return isDistributedAtAll(tables);
}

async function whyInterrupted(sql: Client): Promise<string | undefined> {
  const [table] = await sql`select to_regclass(${keptKeys}) is not null as exists`;
  return table?.exists
    ? "The distribution of DATABASE_URL was interrupted, and foreign keys are missing; run `npm run admin -- distribute`."
    : undefined;
}

/** Distributes the tables that a migration has just created, in its transaction. */
export async function distributeNewTables(tx: TransactionSql): Promise<void> {
  for (const table of misplaced(await readDistribution(tx)))
    for (const statement of placing(table).statements) await tx.unsafe(statement);
}

/** What is missing for a distribution, a line each; the database may still lack the extension. */
export async function obstaclesToDistribution(sql: Sql): Promise<string[]> {
  const [server] = await sql<{ version: string | null; isLoaded: boolean; isPrepared: boolean }[]>`
    select coalesce((select extversion from pg_extension where extname = 'citus'),
        (select default_version from pg_available_extensions where name = 'citus')) as version,
      current_setting('shared_preload_libraries') ~ '\\mcitus\\M' as "isLoaded",
      current_setting('max_prepared_transactions')::int > 0 as "isPrepared"`;
  const major = Number.parseInt(server?.version ?? "", 10);
  if (!server?.version) return ["The server does not have Citus."];
  if (major < OLDEST_CITUS) return [`Citus is ${server.version}; ${OLDEST_CITUS} or newer is needed.`];
  if (!server.isLoaded) return ["shared_preload_libraries does not name citus."];
  const found = [
    ...(server.isPrepared ? [] : ["max_prepared_transactions is 0: set it to max_connections or more."]),
    ...(await triggersInTheWay(sql)),
    ...(await keysInTheWay(sql)),
    ...(await connectionsInTheWay(sql)),
  ];
  if (!(await isOfCitus(sql)))
    return [...found, "No server is known to Citus: create extension citus, and add them by citus_add_node."];
  return [...found, ...(await serversInTheWay(sql)), ...(await tablesInTheWay(sql))];
}

async function triggersInTheWay(sql: Sql): Promise<string[]> {
  const [triggers] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
      and coalesce(current_setting('citus.enable_unsafe_triggers', true), 'off') <> 'on'`;
  return triggers?.count
    ? ["citus.enable_unsafe_triggers is off: set it to on, for the triggers of tables."]
    : [];
}

/** A unique key is of one server, so it must contain what decides about the server. */
async function keysInTheWay(sql: Sql): Promise<string[]> {
  const keys = await sql<{ name: string }[]>`
    select i.relname as name
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_attribute w on w.attrelid = t.oid
        and w.attname = case when t.relname = 'workspaces' then 'id' else 'workspace_id' end and w.attnotnull
    where (x.indisunique or x.indisexclusion) and t.relnamespace = 'public'::regnamespace and not t.relispartition
      and w.attnum <> all (x.indkey::int2[])
    order by 1`;
  return keys.map(({ name }) => `The key ${name} does not contain the workspace.`);
}

async function connectionsInTheWay(sql: Sql): Promise<string[]> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name in ('timeaway', 'timeaway admission')`;
  return others?.count ? [`The service has ${others.count} connections: stop all its processes first.`] : [];
}

async function serversInTheWay(sql: Sql): Promise<string[]> {
  const [servers] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`;
  const unprepared = await sql<{ name: string }[]>`
    select nodename || ':' || nodeport as name from run_command_on_workers('show max_prepared_transactions')
    where not success or result = '0'`;
  return [
    ...(servers?.count ? [] : ["No server is known to Citus: add them by citus_add_node."]),
    ...unprepared.map(({ name }) => `${name} does not answer, or its max_prepared_transactions is 0.`),
  ];
}

async function tablesInTheWay(sql: Sql): Promise<string[]> {
  return misplaced(await readDistribution(sql))
    .filter(({ actual }) => actual !== null)
    .map(({ name }) => `${name} is distributed in another way: undo that by undistribute_table.`);
}

/**
 * Leave from before days were counted is counted once and for all: `leave_days` reads other tables, which it cannot do on a server.
 * Afterwards it is never called; but a server must know it, since statements name it.
 */
async function countingDays(sql: Sql): Promise<Step[]> {
  const [leave] = await sql<{ isCounted: boolean }[]>`
    select attnotnull as "isCounted" from pg_attribute where attrelid = 'leaves'::regclass and attname = 'day_counts'`;
  if (leave?.isCounted !== false) return [];
  const [rows] = await sql<{ count: number }[]>`
    select count(*)::int as count from leaves where day_counts is null`;
  const counting = rows?.count
    ? ["update leaves set day_counts = leave_days(leaves) where day_counts is null"]
    : [];
  return [
    {
      title: `count the days of ${rows?.count ?? 0} leaves that have no count, and refuse leave without`,
      statements: [
        ...counting,
        "alter table leaves alter column day_counts set not null",
        "select create_distributed_function('leave_days(uuid, uuid)')",
      ],
    },
  ];
}

/** What is left to do, in its order; nothing when all is done. */
export async function stepsToDistribution(sql: Sql, shards?: number): Promise<Step[]> {
  const tables = await readDistribution(sql);
  const missing = misplaced(tables);
  const wanted = new Map(tables.map((table) => [table.name, table.wanted]));
  const touched = new Set(missing.map(({ name }) => name));
  const keys = await foreignKeys(sql);
  const dropped = keys.filter(({ from, to }) => touched.has(from ?? "") || touched.has(to ?? ""));
  const [kept, gone] = [
    dropped.filter((key) => canBe(key, wanted)),
    dropped.filter((key) => !canBe(key, wanted)),
  ];
  const waiting = await waitingKeys(sql);
  const steps = [
    ...(await countingDays(sql)),
    ...gone.map((key) => ({
      title: `drop the foreign key ${key.name} of ${key.table}, which Citus cannot have`,
      statements: [dropping(key)],
    })),
    ...kept.map((key) => ({
      title: `drop the foreign key ${key.name} of ${key.table} for now`,
      statements: [keeping(key), dropping(key)],
    })),
    ...[...missing].sort(copiesFirst).map((table) => placing(table, shards)),
    ...[...waiting, ...kept].map((key) => ({
      title: `create the foreign key ${key.name} of ${key.table}`,
      statements: [restoring(key), forgetting(key)],
    })),
  ];
  return steps;
}

/** Carries out the steps, each in a transaction; the rest follows at the next call. */
export async function distribute(
  sql: Sql,
  steps: readonly Step[],
  say: (title: string) => void,
): Promise<void> {
  const [own] = await sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as held`;
  if (!own?.held) throw new UnsuitableDatabaseError("Another process migrates or distributes the database.");
  try {
    await sql.unsafe(
      `create table if not exists ${keptKeys} (table_name text, name text, definition text not null, primary key (table_name, name))`,
    );
    for (const { title, statements } of steps) {
      say(title);
      await sql.begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement);
      });
    }
    await sql.unsafe(`drop table ${keptKeys}`);
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  }
}

const copiesFirst = (one: TableDistribution, other: TableDistribution): number =>
  Number(other.wanted === "copy") - Number(one.wanted === "copy");

function placing({ name, wanted }: TableDistribution, shards?: number): Step {
  const clearing = `select truncate_local_data_after_distributing_table(${text(name)})`;
  if (wanted === "copy")
    return {
      title: `copy ${name} to each server`,
      statements: [`select create_reference_table(${text(name)})`, clearing],
    };
  const how =
    wanted === "id" ? (shards ? `, shard_count => ${shards}` : "") : ", colocate_with => 'workspaces'";
  return {
    title: `distribute ${name} by ${wanted}`,
    statements: [`select create_distributed_table(${text(name)}, ${text(wanted)}${how})`, clearing],
  };
}

/** Only a workspace's own rows and copies can be referred to, and only by a workspace's rows or from a table of the coordinator to a copy. */
function canBe({ from, to }: ForeignKey, wanted: ReadonlyMap<string, TableDistribution["wanted"]>): boolean {
  const [source, target] = [wanted.get(from ?? ""), wanted.get(to ?? "")];
  const isOfWorkspace = source === "workspace_id" || source === "id";
  return isOfWorkspace ? target !== undefined : target === "copy";
}

const foreignKeys = (sql: Sql): Promise<ForeignKey[]> => sql<ForeignKey[]>`
  select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition,
    f.relname as from, t.relname as to
  from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
  order by 1, 2`;

async function waitingKeys(sql: Sql): Promise<ForeignKey[]> {
  const [table] = await sql`select to_regclass(${keptKeys}) is not null as exists`;
  if (!table?.exists) return [];
  return sql.unsafe<ForeignKey[]>(
    `select table_name as table, name, definition, null as from, null as to from ${keptKeys} order by 1, 2`,
  );
}

const dropping = ({ table, name }: ForeignKey) => `alter table ${table} drop constraint ${quoted(name)}`;
const keeping = ({ table, name, definition }: ForeignKey) =>
  `insert into ${keptKeys} values (${text(table)}, ${text(name)}, ${text(definition)}) on conflict do nothing`;
const restoring = ({ table, name, definition }: ForeignKey) =>
  `alter table ${table} add constraint ${quoted(name)} ${definition}`;
const forgetting = ({ table, name }: ForeignKey) =>
  `delete from ${keptKeys} where table_name = ${text(table)} and name = ${text(name)}`;
