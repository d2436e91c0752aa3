import { type SQL, sql } from "drizzle-orm";
import { day, plus, utcDay } from "./clock";
import { type Db, sqlState } from "./db";
import { deleteInSteps } from "./delete-in-steps";
import { tryLock } from "./lock";
import { literal } from "./sql-parts";

/** A table partitioned by ranges of a text column that begins with the time. */
export interface DayPartitioned {
  table: string;
  column: string;
  /** The first value of an instant. */
  firstAt(at: Date): string;
}

export interface Partition {
  name: string;
  /** The first of its days, by its name; undefined for the one that has been there from the start. */
  day: Date | undefined;
  /** Values from this on, and below that; undefined where there is no end. */
  from: string | undefined;
  to: string | undefined;
  /** The end that it is about to get, as a constraint; rows are looked through before it is valid. */
  end: { name: string; at: Date; isValid: boolean } | undefined;
}

interface Span {
  now: Date;
  keptMs: number;
}

/** The newest partition begins so many days ahead; it has no end, so that nothing is ever without a place. */
const daysAhead = 3;
/** So long may whoever reads or writes wait behind a change of partitions, and no longer: it is tried again at the next call. */
const lockTimeoutMs = 200;

const nameOfDay = (at: Date): string => utcDay(at).replaceAll("-", "");
const dayOfName = (name: string): Date =>
  new Date(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}T00:00:00Z`);
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / day) * day);
const id = sql.identifier;

type Found = { name: string; bound: string; end: string | null; valid: boolean | null };

/** The oldest first. */
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
 * Deletes what is over in partitions that hold more than one day, which cannot be dropped yet.
 * @param condition that finds it, by an index of theirs
 * @returns how many rows went
 */
export async function deleteInWide(
  db: Db,
  of: DayPartitioned,
  { now, keptMs }: Span,
  condition: SQL,
  steps: number,
): Promise<number> {
  const over = plus(now, -keptMs);
  const isWide = ({ day: first, to }: Partition) =>
    first === undefined || (first < over && (to === undefined || to > of.firstAt(plus(first, day))));
  let total = 0;
  for (const { name } of (await listPartitions(db, of)).filter(isWide))
    total += await deleteInSteps(db, id(name), condition, steps).catch(droppedMeanwhile);
  return total;
}

function droppedMeanwhile(error: unknown): number {
  if (sqlState(error) !== "42P01") throw error;
  return 0;
}

/**
 * Makes the partition of a day to come, and drops those that are over, one change a transaction. Of several processes one does; where
 * somebody holds the table, or this role may not change it, all stays as it is.
 * @returns how many partitions were dropped
 */
export async function tendPartitions(db: Db, of: DayPartitioned, span: Span): Promise<number> {
  for (let dropped = 0; ; ) {
    const done = await changeOne(db, of, span).catch(leaveIt);
    if (done === undefined) return dropped;
    dropped += done;
  }
}

/** Lock not available, not the owner; a value beyond the end that a partition was to get, of a clock that is days ahead. */
function leaveIt(error: unknown): undefined {
  if (!["55P03", "42501", "23514"].includes(sqlState(error) ?? "")) throw error;
}

/** @returns how many partitions were dropped by it; undefined when there is nothing left to do */
const changeOne = (db: Db, of: DayPartitioned, { now, keptMs }: Span): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    if (!(await tryLock(tx, `partitions of ${of.table}`))) return undefined;
    await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
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

/** What is the oldest then also takes what is older yet, should there ever be any: nothing is without a place. */
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
 * One step on the way to its end and a newer one behind it. That its rows are within is a constraint first: then it is not looked through
 * while it is locked.
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
    // Whoever began was ended, long ago: soon it would refuse rows.
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
