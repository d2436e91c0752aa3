import { eq, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { throttles } from "@/drizzle/schema/signin";
import { type Db, statement } from "@/server/kernel/database/db";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { DistributedDb } from "@/server/kernel/database/distribution";
import { literal } from "@/server/kernel/database/sql-parts";

export interface ThrottleRate {
  /** Attempts allowed at once. */
  burst: number;
  /** After those, one more per `intervalMs`. */
  intervalMs: number;
  now: Date;
}

export type TokenTaken = { ok: true } | { ok: false; retryAfterSeconds: number };

interface Taking {
  key: string | Placeholder;
  /** Now, as ISO text. */
  at: string | Placeholder;
  burst: number;
  intervalMs: number;
}

/** The outcome, in the row of the statement around `takingToken`. */
export interface TakingRow {
  taken: boolean;
  /** Null when the token was taken. */
  arrival: string | null;
}

/**
 * The part of a statement that takes one token from the bucket `key` (GCRA: the row stores when the bucket will be full again): the CTE
 * `taken`, which has a row if a token was available. The guarded upsert decides, so that of any number of parallel attempts exactly as many
 * pass as there are tokens.
 */
export function takingToken({ key, at, burst, intervalMs }: Taking): SQL {
  const one = sql`${literal(intervalMs)} * interval '1 millisecond'`;
  const next = sql`greatest(t.theoretical_arrival_at, ${at}::timestamptz) + ${one}`;
  return sql`taken as (
    insert into throttles as t (key, theoretical_arrival_at) values (${key}, ${at}::timestamptz + ${one})
    on conflict (key) do update set theoretical_arrival_at = ${next}
      where ${next} <= ${at}::timestamptz + ${literal(burst)} * ${one}
    returning 1)`;
}

/** The columns of `TakingRow`, for the statement around `takingToken`. */
export const takingColumns = (key: Taking["key"]): SQL => sql`exists (select from taken) as taken,
  case when not exists (select from taken)
    then (select extract(epoch from theoretical_arrival_at) * 1000 from throttles where key = ${key}) end::text as arrival`;

/** Whether the token was taken, or when the next one will be available. */
export function tokenTaken(row: TakingRow | undefined, { burst, intervalMs, now }: ThrottleRate): TokenTaken {
  if (row?.taken) return { ok: true };
  // The arrival comes from the statement's snapshot; a concurrent first attempt may not be in it.
  const freeAt = Number(row?.arrival ?? now.getTime() + burst * intervalMs) - (burst - 1) * intervalMs;
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
}

const [key, at] = [sql.placeholder("key"), sql.placeholder("at")];
const take = statement<TakingRow>((rate) => {
  const { burst, intervalMs } = JSON.parse(rate) as Pick<ThrottleRate, "burst" | "intervalMs">;
  return sql`with ${takingToken({ key, at, burst, intervalMs })} select ${takingColumns(key)}`;
});

/**
 * Takes one token from the bucket `key`.
 * @param key the limited action and its source, e.g. `register:203.0.113.7`
 * @returns when refused, the number of seconds until the next attempt passes (at least 1)
 */
export async function takeToken(db: Db, key: string, rate: ThrottleRate): Promise<TokenTaken> {
  const { burst, intervalMs, now } = rate;
  const [row] = await take(db, { key, at: now.toISOString() }, JSON.stringify({ burst, intervalMs }));
  return tokenTaken(row, rate);
}

const giveBack = statement(sql`
  update throttles
  set theoretical_arrival_at = theoretical_arrival_at - ${sql.placeholder("intervalMs")}::int * interval '1 millisecond'
  where key = ${sql.placeholder("key")}`);

/** Returns a token that was taken for a harmless attempt. */
export async function returnToken(db: Db, key: string, intervalMs: number): Promise<void> {
  await giveBack(db, { key, intervalMs });
}

/** Refills the bucket. */
export async function clearThrottle(db: Db, key: string): Promise<void> {
  await db.delete(throttles).where(eq(throttles.key, key));
}

/** Deletes buckets that are full again: an absent row means the same. @returns how many */
export const deleteFullThrottles = (services: DistributedDb, now: Date): Promise<number> =>
  deleteInSteps(services, throttles, lt(throttles.theoreticalArrivalAt, now));
