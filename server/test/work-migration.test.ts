import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { dueJobs } from "@/server/api/due-jobs";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { queueStates } from "@/server/worker/due-work";
import { emptyDatabase } from "./database";
import { testServices } from "./services";

/** The last migration before due work had one engine. */
const before = "0018_operations_due";

/** What was due, or held by a worker of then, as a row of each table says it. */
const due = {
  webhook_deliveries: { status: "pending", next_attempt_at: "past", leased_until: "past", fence: 3 },
  operations: { status: "PENDING", due_at: "past" },
  notifications: {},
  notification_occurrences: { status: "pending", compose_at: "past" },
  notification_dispatches: { status: "pending", next_attempt_at: "past", platform: "email", fence: 2 },
  scheduled_reports: { day: 1 },
  scheduled_report_occurrences: { status: "pending", next_attempt_at: "past", fence: 1 },
  scheduled_report_dispatches: { status: "pending" },
  report_downloads: { status: "running", next_attempt_at: "past", fence: 2 },
};

let sql: Sql;
let services: Services;
beforeAll(async () => {
  const url = await emptyDatabase();
  const older = await mkdtemp(path.join(tmpdir(), "migrations-"));
  await cp("drizzle/migrations", older, { recursive: true });
  const journal = path.join(older, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.findIndex(({ tag }: { tag: string }) => tag === before);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }));
  await migrate(url, older);
  await rm(older, { recursive: true });
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  // Rows by themselves: whom they belong to is not what is looked at.
  await sql`set session_replication_role = replica`;
  for (const [table, values] of Object.entries(due)) await insertRow(table, values);
  await migrate(url);
  services = await testServices({}, { DATABASE_URL: url });
});
afterAll(async () => {
  await services.close();
  await sql.end();
});

/** A row with the given values, and with something of the right type wherever a column must have a value. */
async function insertRow(table: string, given: Record<string, unknown>): Promise<void> {
  const columns = await sql<{ name: string; type: string; labels: string[] | null }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = a.atttypid) as labels
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and (a.attname = any(${Object.keys(given)}) or a.attnotnull and not a.atthasdef)`;
  const row = columns.map(({ name, type, labels }) => [name, given[name] ?? labels?.[0] ?? something(type)]);
  const names = row.map(([name]) => `"${name}"`).join();
  const values = row
    .map(([, value]) => (value === "past" ? "now() - interval '1 hour'" : `'${value}'`))
    .join();
  await sql.unsafe(`insert into ${table} (${names}) values (${values})`);
}

function something(type: string): string {
  if (type === "uuid") return newId();
  if (type.endsWith("[]")) return "{}";
  if (type.startsWith("json")) return "{}";
  if (type.startsWith("timestamp")) return "2026-01-01T00:00:00Z";
  if (type === "date") return "2026-01-01";
  return /int|numeric|double|bool/.test(type) ? "1" : "x";
}

it.each(Object.keys(due))(
  "%s: what was there before due work had one engine is there afterwards",
  async (table) => {
    const [row] = await sql`select count(*)::int as count from ${sql(table)}`;
    expect(row?.count).toBe(1);
  },
);

it("what was due, or held by a worker of then, is due, once, in each queue", async () => {
  expect(dueJobs.length).toBeGreaterThan(5);
  const states = await queueStates(services);
  expect(Object.fromEntries(states.map(({ kind, dueCount }) => [kind, dueCount]))).toEqual({
    mails: 0,
    operations: 1,
    "webhook-deliveries": 1,
    "notification-texts": 1,
    "notification-messages-email": 1,
    "notification-messages-slack": 0,
    "notification-messages-microsoft": 0,
    "scheduled-reports": 1,
    "report-downloads": 1,
  });
});

it("a download that had been begun twice is begun once more at most", async () => {
  const [row] = await sql`select attempt_count from report_downloads`;
  expect(row?.attempt_count).toBe(2);
});
