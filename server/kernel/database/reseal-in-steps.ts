import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { decrypt, encrypt, headOf, type SealingKeys } from "@/server/kernel/secrets";
import type { Db } from "./db";

/** A column with sealed values. */
export interface SealedColumn {
  table: PgTable;
  column: PgColumn;
  /** The columns that a row's purpose derives from; a sealed value is bound to its purpose. */
  boundTo: Readonly<Record<string, PgColumn>>;
  purposeOf(row: Readonly<Record<string, string>>): string;
}

export interface Resealed {
  resealed: number;
  /** Values whose key is not among the given ones. */
  unreadable: number;
}

/** Rows per batch. */
const together = 200;
const beforeAll = "(0,0)";

type Found = Record<string, string> & { at: string; sealed: Buffer };

/**
 * Reseals a column's values with the newest key in small batches, concurrently with readers and writers: a row that changes in between is
 * left for the next round.
 */
export async function resealInSteps(db: Db, column: SealedColumn, keys: SealingKeys): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: 0 };
  for (let isDone = false; !isDone; ) {
    const round = await resealOnce(db, column, keys);
    total.resealed += round.resealed;
    total.unreadable = round.unreadable;
    isDone = !round.isMissed;
  }
  return total;
}

async function resealOnce(db: Db, sealed: SealedColumn, keys: SealingKeys) {
  const round = { resealed: 0, unreadable: 0, isMissed: false };
  for (let after = beforeAll; ; ) {
    const found = await findOlder(db, sealed, headOf(keys), after);
    const last = found.at(-1);
    if (!last) return round;
    after = last.at;
    for (const row of found) {
      const purpose = sealed.purposeOf(row);
      const plain = decrypt(keys, row.sealed, purpose);
      if (!plain) round.unreadable++;
      else if (await replace(db, sealed, row, encrypt(keys, plain, purpose))) round.resealed++;
      else round.isMissed = true;
    }
  }
}

/** Values sealed with older keys. */
const isOlder = ({ column }: SealedColumn, head: Buffer) =>
  and(
    isNotNull(column),
    // Values without a secret may be stored unsealed.
    sql`substring(${column} from 1 for 1) in ('\\x01'::bytea, '\\x02'::bytea)`,
    sql`substring(${column} from 1 for ${head.length}) <> ${head}`,
  );

/** Counts the values of a column that are not sealed with the newest key. */
export async function countOlder(db: Db, sealed: SealedColumn, keys: SealingKeys): Promise<number> {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sealed.table)
    .where(isOlder(sealed, headOf(keys)));
  return counted?.count ?? 0;
}

/** A batch of these values, from a position in the table on. */
const findOlder = (db: Db, sealed: SealedColumn, head: Buffer, after: string) =>
  db
    .select({ ...sealed.boundTo, at: sql<string>`ctid::text`, sealed: sealed.column })
    .from(sealed.table)
    .where(and(isOlder(sealed, head), sql`ctid > ${after}::tid`))
    .orderBy(sql`ctid`)
    .limit(together) as unknown as Promise<Found[]>;

/** @returns false when the row was changed concurrently, which moved it */
async function replace(
  db: Db,
  { table, column }: SealedColumn,
  { at, sealed }: Found,
  resealed: Buffer,
): Promise<boolean> {
  const [name = ""] = Object.entries(getTableColumns(table)).find(([, own]) => own === column) ?? [];
  const { count } = await db
    .update(table)
    .set({ [name]: resealed })
    .where(and(sql`ctid = ${at}::tid`, eq(column, sealed)));
  return count > 0;
}
