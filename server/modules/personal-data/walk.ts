import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { InWorkspace } from "@/server/access/ctx";
import { statement } from "@/server/kernel/db";
import { firstId } from "@/server/kernel/page-token";
import { literal, typedAs } from "@/server/kernel/sql-parts";
import type { Mentions } from "./mentions";
import { erasedName } from "./policy";

/** Who is being erased, in the transaction of one step. */
export interface Erasing extends InWorkspace {
  userId: string;
  erasedAt: Date;
  mentions: Mentions;
}

/** The key of a row, as text; null before the first. */
type Position = readonly string[] | null;

interface Step {
  /** Rows that were looked at. */
  seenCount: number;
  /** The last of them; null when there are no more. */
  position: Position;
}

/** Where something of a person may stand: rows of a table that are looked through a few at a time. */
export interface Place {
  /** Whose rows progress counts; absent where there are few. */
  table?: PgTable & { workspaceId: Column };
  look(erasing: Erasing, after: Position): Promise<Step>;
}

interface Walk {
  table: NonNullable<Place["table"]>;
  /** Rows of one step: some milliseconds of work. */
  size: number;
  /** Which rows `t` are meant, by placeholders that `values` fills. */
  which: SQL;
  /** What becomes of those; of `t`, joined to `seen`. */
  change: (rows: SQL, isMatched: SQL) => SQL;
}

const { placeholder } = sql;
const comma = sql`, `;
export const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** The text with another name in place of what the pattern finds. */
export const renamedIn = (text: SQL, pattern: SQL): SQL =>
  sql`regexp_replace(${text}, ${pattern}, ${literal(erasedName)}, 'g')`;

/** Comes before every id. */
const beforeAll: Record<string, string> = { uuid: firstId, integer: "-1" };

/** What a step has come to that read rows by their ids. */
export const stepOf = (rows: readonly { id: string }[], size: number): Step => {
  const last = rows.at(-1);
  return { seenCount: rows.length, position: last && rows.length === size ? [last.id] : null };
};

/** A row's key, without the workspace that begins it. */
function keyOf(table: PgTable, name: string): Column[] {
  const columns = getTableColumns(alias(table, name));
  const isPart = (column: Column) =>
    getTableConfig(table).primaryKeys.some((key) =>
      key.columns.some((one) => one.name === column.name && one.name !== "workspaceId"),
    );
  return Object.values(columns).filter(isPart);
}

/**
 * Looks through all rows of a workspace along their primary key, so many at a time: a step reads that many at most, whatever the log's
 * size, and locks those only that name the person. An index of every word would cost each write what this costs an erasure.
 * @param values of the placeholders that `which` and `change` have
 */
export function walkOf(
  { table, size, which, change }: Walk,
  values: (erasing: Erasing) => Record<string, unknown>,
): Place {
  const rows = sql`${table} t`;
  const [key, seen] = [keyOf(table, "t"), keyOf(table, "seen")];
  const list = (columns: readonly (Column | SQL)[]) =>
    sql.join(
      columns.map((one) => sql`${one}`),
      comma,
    );
  const after = key.map((column, i) =>
    column.getSQLType() in beforeAll
      ? typedAs(column, placeholder(`after${i}`))
      : sql`${placeholder(`after${i}`)}::text`,
  );
  const isMatched = sql`seen.is_meant and t.workspace_id = ${workspace} and (${list(key)}) = (${list(seen)})`;
  const query = statement<{ seenCount: number; position: string[] | null }>(sql`
    with seen as materialized (
      select ${list(key)}, coalesce(${which}, false) as is_meant from ${rows}
      where t.workspace_id = ${workspace} and (${list(key)}) > (${list(after)})
      order by ${list(key)} limit ${literal(size)}),
    changed as (${change(rows, isMatched)})
    select count(*)::int as "seenCount", (select array[${list(seen.map((column) => sql`${column}::text`))}] from seen
      order by ${list(seen.map((column) => sql`${column} desc`))} limit 1) as position
    from seen`);
  return {
    table,
    async look(erasing, position) {
      const from = key.map((column, i) => [
        `after${i}`,
        position?.[i] ?? beforeAll[column.getSQLType()] ?? "",
      ]);
      const [step] = await query(erasing.db, {
        workspaceId: erasing.workspaceId,
        ...Object.fromEntries(from),
        ...values(erasing),
      });
      const seenCount = step?.seenCount ?? 0;
      return { seenCount, position: seenCount < size ? null : (step?.position ?? null) };
    },
  };
}
