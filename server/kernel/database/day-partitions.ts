import { type SQL, sql } from "drizzle-orm";
import { day, plus, utcDay } from "@/server/kernel/time/clock";
import { type Db, sqlState } from "./db";
import { deleteInSteps } from "./delete-in-steps";
import type { DistributedDb } from "./distribution";
import { limitLockWait, tryLock } from "./lock";
import { literal } from "./sql-parts";

/** A table with range partitions by a text column whose values start with the time. */
export interface DayPartitioned {
  table: string;
  column: string;
  /** The column of the workspace. */
  workspaceId: SQL;
  /** The lowest column value at an instant. */
  firstAt(at: Date): string;
}

export interface Partition {
  name: string;
  /** The first day of the partition, from its name; undefined for the initial partition. */
  day: Date | undefined;
  /** The inclusive lower bound and the exclusive upper bound; undefined where unbounded. */
  from: string | undefined;
  to: string | undefined;
  /** The planned upper bound, as a check constraint; validating it scans the rows. */
  end: { name: string; at: Date; isValid: boolean } | undefined;
}

interface Span {
  now: Date;
  keptMs: number;
}

/** The newest partition starts this many days ahead. It has no upper bound, so that every row always has a partition. */
const daysAhead = 3;
/** The maximum wait of readers and writers behind a change of partitions. A change that times out is retried at the next call. */
const lockTimeoutMs = 200;

const nameOfDay = (at: Date): string => utcDay(at).replaceAll("-", "");
const dayOfName = (name: string): Date =>
  new Date(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}T00:00:00Z`);
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / day) * day);
const id = sql.identifier;

type Found = { name: string; bound: string; end: string | null; valid: boolean | null };

/** Lists the partitions, oldest first. */
export async function listPartitions(db: Db, { table }: DayPartitioned): Promise<Partition[]> {
  const found: Iterable<Found> = await db.execute<Found>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, k.conname as end, k.convalidated as valid
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and starts_with(k.conname, c.relname || '_until_')
    where i.inhparent = to_regclass(${table})`);
  const order = ({ from = "" }: Partition) => from;
  return [...found].map(partitionOf).sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function partitionOf({ name, bound, end, valid }: Found): Partition {
  const [, from, to] = /FROM \((?:'(.*)'|MINVALUE)\) TO \((?:'(.*)'|MAXVALUE)\)/.exec(bound) ?? [];
  const date = /_(\d{8})$/.exec(name)?.[1];
  return {
    name,
    day: date ? dayOfName(date) : undefined,
    from,
    to,
    end: end ? { name: end, at: dayOfName(end.slice(-8)), isValid: valid === true } : undefined,
  };
}

/**
 * Deletes expired rows from partitions of more than one day, which cannot be dropped yet.
 * @param condition matches the expired rows by an index of the partitions
 * @returns the number of deleted rows
 */
export async function deleteInWide(
  services: DistributedDb,
  of: DayPartitioned,
  { now, keptMs }: Span,
  condition: SQL,
  steps: number,
): Promise<number> {
  const over = plus(now, -keptMs);
  const isWide = ({ day: first, to }: Partition) =>
    first === undefined || (first < over && (to === undefined || to > of.firstAt(plus(first, day))));
  let total = 0;
  for (const { name } of (await listPartitions(services.db, of)).filter(isWide))
    total += await deleteInSteps(
      services,
      { table: id(name), workspaceId: of.workspaceId },
      condition,
      steps,
    ).catch(droppedMeanwhile);
  return total;
}

function droppedMeanwhile(error: unknown): number {
  if (sqlState(error) !== "42P01") throw error;
  return 0;
}

/**
 * Creates the partition of a coming day and drops expired partitions, one change per transaction. Only one of several processes does it.
 * Nothing changes while another transaction locks the table, or if this role may not change the table.
 * @returns the number of dropped partitions
 */
export async function tendPartitions(db: Db, of: DayPartitioned, span: Span): Promise<number> {
  for (let dropped = 0; ; ) {
    const done = await changeOne(db, of, span).catch(leaveIt);
    if (done === undefined) return dropped;
    dropped += done;
  }
}

/** Lock not available; not the owner; a value beyond the planned upper bound, from a clock that is days ahead. */
function leaveIt(error: unknown): undefined {
  if (!["55P03", "42501", "23514"].includes(sqlState(error) ?? "")) throw error;
}

/** @returns the number of partitions that it dropped; undefined when nothing is left to do */
const changeOne = (db: Db, of: DayPartitioned, { now, keptMs }: Span): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    if (!(await tryLock(tx, `partitions of ${of.table}`))) return undefined;
    await limitLockWait(tx, lockTimeoutMs);
    const partitions = await listPartitions(tx, of);
    const isOver = ({ to }: Partition) => to !== undefined && to <= of.firstAt(plus(now, -keptMs));
    const over = partitions.filter(isOver);
    const [oldest, newest] = [partitions[over.length], partitions.at(-1)];
    if (over.length > 0 && oldest) return dropAll(tx, of, over, oldest);
    const today = startOfDay(now);
    const ahead = plus(today, daysAhead * day);
    if (!newest || (newest.day && newest.day >= ahead)) return undefined;
    await changeNewest(tx, of, newest, { today, ahead });
    return 0;
  });

/** The remaining oldest partition loses its lower bound, so that even an older row, should there be one, has a partition. */
async function dropAll(tx: Db, of: DayPartitioned, over: Partition[], oldest: Partition): Promise<number> {
  for (const each of over) {
    await detach(tx, of, each);
    await tx.execute(sql`drop table ${id(each.name)}`);
  }
  await detach(tx, of, oldest);
  await attach(tx, of, oldest.name, undefined, oldest.to);
  return over.length;
}

/**
 * One step towards an upper bound for the newest partition and a newer partition after it. The bound is a check constraint first: then
 * attaching the partition scans no rows under its lock.
 */
async function changeNewest(
  tx: Db,
  of: DayPartitioned,
  newest: Partition,
  { today, ahead }: { today: Date; ahead: Date },
): Promise<void> {
  const { name, end, from } = newest;
  const table = sql`alter table ${id(name)}`;
  if (!end) {
    const last = newest.day ? plus(newest.day, day) : ahead;
    const until = last > ahead ? last : ahead;
    const constraint = id(`${name}_until_${nameOfDay(until)}`);
    const within = sql`${id(of.column)} < ${literal(of.firstAt(until))}`;
    const whole = from === undefined ? within : sql`${id(of.column)} >= ${literal(from)} and ${within}`;
    await tx.execute(sql`${table} add constraint ${constraint} check (${whole}) not valid`);
  } else if (end.at < plus(today, 2 * day)) {
    // Left by a process that ended long ago: the constraint would soon refuse rows.
    await tx.execute(sql`${table} drop constraint ${id(end.name)}`);
  } else if (!end.isValid) {
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    await tx.execute(sql`${table} validate constraint ${id(end.name)}`);
  } else {
    const next = `${of.table}_${nameOfDay(end.at)}`;
    await tx.execute(sql`create table ${id(next)} (like ${id(of.table)} including all)`);
    await detach(tx, of, newest);
    await attach(tx, of, name, from, of.firstAt(end.at));
    await attach(tx, of, next, of.firstAt(end.at), undefined);
  }
}

const detach = (tx: Db, { table }: DayPartitioned, { name }: Partition): Promise<unknown> =>
  tx.execute(sql`alter table ${id(table)} detach partition ${id(name)}`);

function attach(
  tx: Db,
  { table }: DayPartitioned,
  name: string,
  from: string | undefined,
  to: string | undefined,
): Promise<unknown> {
  const bound = (value: string | undefined, none: SQL) => (value === undefined ? none : literal(value));
  return tx.execute(sql`alter table ${id(table)} attach partition ${id(name)}
    for values from (${bound(from, sql`minvalue`)}) to (${bound(to, sql`maxvalue`)})`);
}
