import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { dueJobs } from "@/server/api/due-jobs";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { queueStates } from "@/server/worker/due-work";
import { emptyDatabase } from "./database";
import { testServices } from "./services";

/** The last migration before all due work moved to one engine. */
const before = "0018_operations_due";

const workspace_id = newId();
/** The IDs of rows that refer to each other. */
const ids = {
  notification: newId(),
  notificationOccurrence: newId(),
  message: newId(),
  report: newId(),
  reportOccurrence: newId(),
  mail: newId(),
};

/** Rows of each table that are due, or locked by a worker of that version. */
const due = {
  webhook_deliveries: { status: "pending", next_attempt_at: "past", leased_until: "past", fence: 3 },
  operations: { status: "PENDING", due_at: "past" },
  notifications: { workspace_id, id: ids.notification },
  notification_occurrences: {
    ...{ workspace_id, id: ids.notificationOccurrence, notification_id: ids.notification },
    ...{ status: "pending", compose_at: "past", compose_count: 3, is_late: true, content: '{"text":"it"}' },
  },
  notification_dispatches: {
    ...{ workspace_id, id: ids.message, occurrence_id: ids.notificationOccurrence, position: 2 },
    ...{ status: "pending", next_attempt_at: "past", platform: "email", fence: 2, attempt_count: 4 },
  },
  scheduled_reports: { workspace_id, id: ids.report, day: 1 },
  scheduled_report_occurrences: {
    ...{ workspace_id, id: ids.reportOccurrence, report_id: ids.report },
    ...{ status: "pending", next_attempt_at: "past", fence: 1, attempt_count: 2, row_count: 7 },
  },
  scheduled_report_dispatches: {
    ...{ workspace_id, id: ids.mail, occurrence_id: ids.reportOccurrence, address: "hr@example.com" },
    ...{ status: "pending", attempt_open: true, unknown_count: 1, error: "UNAVAILABLE", error_detail: "421" },
  },
  report_downloads: {
    ...{ workspace_id, report_id: ids.report, occurrence_id: ids.reportOccurrence },
    ...{ status: "running", next_attempt_at: "past", fence: 2 },
  },
};

/** The current names of renamed tables. */
const now: Record<string, { table: string; id: string }> = {
  notification_occurrences: { table: "occurrences", id: ids.notificationOccurrence },
  notification_dispatches: { table: "dispatches", id: ids.message },
  scheduled_report_occurrences: { table: "occurrences", id: ids.reportOccurrence },
  scheduled_report_dispatches: { table: "dispatches", id: ids.mail },
};

let sql: Sql;
let services: Services;
beforeAll(async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, undefined, before);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  // Without the rows that they refer to.
  await sql`set session_replication_role = replica`;
  for (const [table, values] of Object.entries(due)) await insertRow(table, values);
  await migrate(url);
  services = await testServices({}, { DATABASE_URL: url });
});
afterAll(async () => {
  await services.close();
  await sql.end();
});

/** Inserts a row with the given values, and a value of the right type for every other required column. */
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

it.each(Object.keys(due))("%s: its row survives the move to one engine", async (table) => {
  const moved = now[table];
  const [row] = await sql`select count(*)::int as count from ${sql(moved?.table ?? table)}
      ${moved ? sql`where id = ${moved.id}` : sql``}`;
  expect(row?.count).toBe(1);
});

it("each history row keeps its values and its owner", async () => {
  const [text, file] = await sql`select * from occurrences order by row_count nulls first`;
  const ofNone = { kind: "scheduled", status: "pending", next_attempt_at: expect.any(Date) };
  expect(text).toMatchObject({
    ...{ ...ofNone, id: ids.notificationOccurrence, notification_id: ids.notification, report_id: null },
    ...{ attempt_count: 3, is_late: true, content: { text: "it" }, row_count: null },
  });
  expect(file).toMatchObject({
    ...{ ...ofNone, id: ids.reportOccurrence, notification_id: null, report_id: ids.report },
    ...{ attempt_count: 2, is_late: false, content: null, row_count: 7 },
  });
  const [message, mail] = await sql`select * from dispatches order by attempt_open`;
  expect(message).toMatchObject({
    ...{ id: ids.message, occurrence_id: ids.notificationOccurrence, platform: "email", position: 2 },
    ...{ attempt_count: 4, next_attempt_at: expect.any(Date), unknown_count: 0 },
  });
  expect(mail).toMatchObject({
    ...{ id: ids.mail, occurrence_id: ids.reportOccurrence, platform: "email", address: "hr@example.com" },
    ...{ next_attempt_at: null, unknown_count: 1, error: "UNAVAILABLE", error_detail: "421" },
  });
});

it("work that was due, or claimed by a worker of that version, is due once in each queue", async () => {
  expect(dueJobs.length).toBeGreaterThan(5);
  const counts = new Map((await queueStates(services)).map(({ kind, dueCount }) => [kind, dueCount]));
  expect(Object.fromEntries([...counts].filter(([, count]) => count > 0))).toEqual({
    operations: 1,
    "webhook-deliveries": 1,
    "notification-texts": 1,
    "notification-messages-email": 1,
    "scheduled-reports": 1,
    "report-downloads": 1,
  });
  for (const none of ["mails", "notification-messages-slack", "notification-messages-microsoft"])
    expect(counts.get(none)).toBe(0);
});

it("a download begun twice gets at most one more attempt", async () => {
  const [row] = await sql`select attempt_count from report_downloads`;
  expect(row?.attempt_count).toBe(2);
});
