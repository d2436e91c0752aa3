import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { InWorkspace } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { firstId } from "@/server/kernel/database/page-token";
import { literal, typedAs } from "@/server/kernel/database/sql-parts";
import type { Mentions } from "./mentions";
import { erasedName } from "./policy";

/** The person to erase, in the transaction of one step. */
export interface Erasing extends InWorkspace {
  userId: string;
  erasedAt: Date;
  mentions: Mentions;
}

/** The key of a row, as text; null before the first. */
type Position = readonly string[] | null;

interface Step {
  /** Rows read. */
  seenCount: number;
  /** The last row read; null at the end of the table. */
  position: Position;
}

/** A place that may contain traces of a person: rows of a table, searched a few at a time. */
export interface Place {
  /** The table whose rows count as progress; absent where they are few. */
  table?: PgTable & { workspaceId: Column };
  look(erasing: Erasing, after: Position): Promise<Step>;
}

interface Walk {
  table: NonNullable<Place["table"]>;
  /** Rows of one step: some milliseconds of work. */
  size: number;
  /** Condition for rows `t`, with placeholders that `values` fills. */
  which: SQL;
  /** The statement that changes matched rows `t`, joined to `seen`. */
  change: (rows: SQL, isMatched: SQL) => SQL;
}

const { placeholder } = sql;
const comma = sql`, `;
export const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** The text with matches of the pattern replaced by `erasedName`. */
export const renamedIn = (text: SQL, pattern: SQL): SQL =>
  sql`regexp_replace(${text}, ${pattern}, ${literal(erasedName)}, 'g')`;

/** Sorts before every id. */
const beforeAll: Record<string, string> = { uuid: firstId, integer: "-1" };

/** The result of a step that read rows by their ids. */
export const stepOf = (rows: readonly { id: string }[], size: number): Step => {
  const last = rows.at(-1);
  return { seenCount: rows.length, position: last && rows.length === size ? [last.id] : null };
};

/** The columns of a row's primary key, without the leading workspace. */
function keyOf(table: PgTable, name: string): Column[] {
  const columns = getTableColumns(alias(table, name));
  const isPart = (column: Column) =>
    getTableConfig(table).primaryKeys.some((key) =>
      key.columns.some((one) => one.name === column.name && one.name !== "workspaceId"),
    );
  return Object.values(columns).filter(isPart);
}

/**
 * Walks all rows of a workspace along their primary key in batches: a step reads at most one batch, whatever the size of the log, and locks
 * only rows that mention the person. An index of every word would cost each write what this costs an erasure.
 * @param values for the placeholders of `which` and `change`
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
