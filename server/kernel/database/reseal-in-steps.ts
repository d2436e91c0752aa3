import { and, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { decrypt, encrypt, headOf, type SealingKeys } from "@/server/kernel/secrets";
import type { Db } from "./db";
import { ofEvery } from "./in-batch";
import { typedAs } from "./sql-parts";

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

interface Found {
  /** The values that its purpose derives from. */
  row: Readonly<Record<string, string>>;
  /** The primary key, as text. */
  key: readonly string[];
  sealed: Buffer;
}

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
  for (let after: readonly string[] | null = null; ; ) {
    const found: Found[] = await findOlder(db, sealed, headOf(keys), after);
    const last = found.at(-1);
    if (!last) return round;
    after = last.key;
    for (const one of found) {
      const purpose = sealed.purposeOf(one.row);
      const plain = decrypt(keys, one.sealed, purpose);
      if (!plain) round.unreadable++;
      else if (await replace(db, sealed, one, encrypt(keys, plain, purpose))) round.resealed++;
      else round.isMissed = true;
    }
  }
}

/** Values sealed with older keys. */
const isOlder = ({ column }: SealedColumn, head: Buffer) =>
  and(
    ofEvery("a key of the installation seals values of every workspace"),
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

/** The columns of the primary key. */
function keyOf({ table }: SealedColumn): readonly PgColumn[] {
  const { primaryKeys } = getTableConfig(table);
  const names = primaryKeys[0]?.columns.map(({ name }) => name);
  const columns: readonly PgColumn[] = Object.values(getTableColumns(table));
  return names
    ? names.flatMap((name) => columns.filter((column) => column.name === name))
    : columns.filter(({ primary }) => primary);
}

/** Follows a row in the order of the primary key. */
const after = (key: readonly PgColumn[], values: readonly string[]): SQL =>
  sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
    key.map((column, at) => typedAs(column, sql`${values[at]}`)),
    sql`, `,
  )})`;
/** Is that row: Citus finds its server by the equality of each column. */
const isRow = (key: readonly PgColumn[], values: readonly string[]): SQL | undefined =>
  and(...key.map((column, at) => sql`${column} = ${typedAs(column, sql`${values[at]}`)}`));

/** A batch of these values, in the order of the primary key. */
async function findOlder(
  db: Db,
  sealed: SealedColumn,
  head: Buffer,
  from: readonly string[] | null,
): Promise<Found[]> {
  const key = keyOf(sealed);
  const found = await db
    .select({
      row: sealed.boundTo,
      key: sql<string[]>`array[${sql.join(
        key.map((column) => sql`${column}::text`),
        sql`, `,
      )}]`,
      sealed: sealed.column,
    })
    .from(sealed.table)
    .where(and(isOlder(sealed, head), from ? after(key, from) : undefined))
    .orderBy(...key)
    .limit(together);
  return found as unknown as Found[];
}

/** @returns false when the value was changed concurrently */
async function replace(db: Db, of: SealedColumn, { key, sealed }: Found, resealed: Buffer): Promise<boolean> {
  const { table, column } = of;
  const [name = ""] = Object.entries(getTableColumns(table)).find(([, own]) => own === column) ?? [];
  const { count } = await db
    .update(table)
    .set({ [name]: resealed })
    .where(and(isRow(keyOf(of), key), eq(column, sealed)));
  return count > 0;
}
