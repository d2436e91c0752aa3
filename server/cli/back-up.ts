import { existsSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { migrate } from "@/drizzle/migrate";
import journal from "@/drizzle/migrations/meta/_journal.json" with { type: "json" };
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { type Counts, type Head, readBackupFile, type TableCopy, writeBackupFile } from "./backup-file";
import { StartError } from "./start-error";

// Copies a whole database by COPY, since the embedded server has no pg_dump.

const connect = (url: string): Sql =>
  postgres(url, {
    max: 1,
    fetch_types: false,
    connection: { application_name: "timeaway backup" },
    onnotice: () => undefined,
  });

/** Our tables; partitions are copied as part of their parent. Drizzle's own table follows from the migrations. */
const listTables = (tx: TransactionSql) => tx<TableCopy[]>`
  select c.relname as table, (
    select json_agg(a.attname order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`;

const columnsOf = (tx: TransactionSql, { columns }: TableCopy) => tx(columns);

async function schemaOf(tx: TransactionSql): Promise<Head["schema"]> {
  const [last] = await tx`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`;
  const at = Number(last?.at);
  return { name: journal.entries.find(({ when }) => when === at)?.tag ?? "", at };
}

/**
 * Writes a snapshot of the whole database into one file, while other clients read and write.
 * @throws StartError when the file exists
 */
export async function backUp(
  url: string,
  file: string,
  now: Date,
): Promise<{ schema: string; rows: Counts }> {
  if (existsSync(file)) throw new StartError(`${file} is there already.`);
  if (!existsSync(path.dirname(file))) throw new StartError(`${path.dirname(file)} is no folder.`);
  const sql = connect(url);
  try {
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      const schema = await schemaOf(tx);
      const tables = [...(await listTables(tx))].map((copy) => ({
        ...copy,
        open: () => tx`copy (select ${columnsOf(tx, copy)} from ${tx(copy.table)}) to stdout`.readable(),
      }));
      const rows = await writeBackupFile(file, { createdAt: now.toISOString(), schema }, tables);
      return { schema: schema.name, rows };
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Fills an empty database from a backup: everything or nothing. First it is migrated to the backup's schema, and to this release
 * afterwards.
 * @throws StartError when the file is damaged, or of a newer release
 */
export async function fillFrom(file: string, url: string): Promise<{ createdAt: string; rows: Counts }> {
  let createdAt = "";
  const sql = connect(url);
  try {
    const rows = await sql.begin(async (tx) => {
      const counts = await readBackupFile(file, async (head) => {
        createdAt = head.createdAt;
        requireKnown(head.schema);
        await migrate(url, undefined, undefined, head.schema.name);
        // The backup has the rows that migrations write themselves. Triggers and foreign keys are off while rows that refer to each other
        // are incomplete.
        await tx`set local session_replication_role = replica`;
        const tables = await listTables(tx);
        await tx`truncate ${tx(tables.map(({ table }) => table))}`;
        return async (copy, lines) => {
          const into = await tx`copy ${tx(copy.table)} (${columnsOf(tx, copy)}) from stdin`.writable();
          await pipeline(lines, into);
        };
      });
      await requireCounts(tx, counts);
      return counts;
    });
    await migrate(url);
    await sql`analyze`;
    return { createdAt, rows };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function requireKnown({ name, at }: Head["schema"]): void {
  if (journal.entries.some(({ tag, when }) => tag === name && when === at)) return;
  throw new StartError(
    `The backup is of a newer release than this one, whose newest migration is ${newestMigration.name}; restore it with that release.`,
  );
}

async function requireCounts(tx: TransactionSql, counts: Counts): Promise<void> {
  for (const [table, rows] of Object.entries(counts)) {
    const [found] = await tx`select count(*)::float8 as count from ${tx(table)}`;
    if (found?.count !== rows)
      throw new StartError(`The restored ${table} has ${found?.count} rows, the backup ${rows}.`);
  }
}
