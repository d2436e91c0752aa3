import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { freshDatabase } from "./database";

/*
 * Statements of processes from before 0026_one_history, which use the old names for a moment. This test goes with the views.
 */

let sql: Sql;
beforeAll(async () => {
  sql = postgres(await freshDatabase(), { onnotice: () => undefined });
});
afterAll(() => sql.end());

const workspaceId = newId();
const notificationId = newId();
const reportId = newId();
const at = new Date("2026-05-04T07:00:00Z");

beforeEach(async () => {
  await sql`truncate workspaces cascade`;
  await sql.begin(async (tx) => {
    // Without the rows that they refer to.
    await tx`set local session_replication_role = replica`;
    await tx`insert into notifications (workspace_id, id, owner_id, name, frequency, enabled, timezone, hour, minute, locale,
        location_ids, department_ids, label_ids, destinations, zone_data, created_at, updated_at)
      values (${workspaceId}, ${notificationId}, ${newId()}, 'Away', 'DAILY', true, 'UTC', 9, 0, 'en', '{}', '{}', '{}', '[]', '',
        ${at}, ${at})`;
    await tx`insert into scheduled_reports (workspace_id, id, owner_id, name, report_type, frequency, enabled, timezone, hour, minute,
        day, format, recipients, location_ids, department_ids, label_ids, zone_data, created_at, updated_at)
      values (${workspaceId}, ${reportId}, ${newId()}, 'Away', 'WHO_IS_AWAY', 'WEEKLY', true, 'UTC', 9, 0, 1, 'CSV', '{}', '{}', '{}',
        '{}', '', ${at}, ${at})`;
  });
});

/** Each local date at most once. @returns the inserted rows */
const fireNotification = (id: string) => sql`
  insert into notification_occurrences (workspace_id, id, notification_id, local_date, due_at, status, is_late, skip_reason,
    compose_at, created_at)
  select ${workspaceId}, ${id}, ${notificationId}, '2026-05-04', ${at}, (case when true then 'pending' end)::occurrence_status, false,
    null, ${at}::timestamptz, ${at}
  on conflict do nothing returning id, status`;
const fireReport = (id: string) => sql`
  insert into scheduled_report_occurrences (workspace_id, id, report_id, local_date, due_at, status, is_late, skip_reason,
    next_attempt_at, created_at)
  select ${workspaceId}, ${id}, ${reportId}, '2026-05-04', ${at}, (case when true then 'pending' end)::report_occurrence_status, false,
    null, ${at}::timestamptz, ${at}
  on conflict do nothing returning id, status`;

it("a notification comes due once, is composed, sent and settled", async () => {
  const [id, message] = [newId(), newId()];
  expect(await fireNotification(id)).toMatchObject([{ id, status: "pending" }]);
  expect(await fireNotification(newId())).toEqual([]);
  await sql`insert into notification_occurrences ("workspace_id", "id", "notification_id", "kind", "local_date", "due_at", "status",
      "is_late", "skip_reason", "content", "compose_at", "compose_count", "sent_at", "created_at")
    values (${workspaceId}, ${newId()}, ${notificationId}, 'test', '2026-05-04', ${at}, 'skipped', default, default, default, null,
      default, default, ${at})`;
  const claimed = await sql`
    with asked as materialized (select * from unnest(${[workspaceId]}::uuid[]) a(workspace_id)),
    due as materialized (
      select d.* from asked a cross join lateral (
        select workspace_id, id from notification_occurrences
        where status = 'pending' and workspace_id = a.workspace_id and compose_at <= now() order by compose_at, id limit 100) d)
    update notification_occurrences o set compose_count = o.compose_count + 1
    from due where o.workspace_id = due.workspace_id and o.id = due.id and o.status = 'pending'
    returning o.workspace_id as "workspaceId", o.id`;
  expect(claimed).toMatchObject([{ workspaceId, id }]);
  await sql`
    with done as (
      update notification_occurrences o set status = m.status::occurrence_status, content = '{"text":"it"}', compose_at = null
      from unnest(${[id]}::uuid[], ${["sending"]}::text[]) as m(id, status)
      where o.workspace_id = ${workspaceId} and o.id = m.id and o.status = 'pending' returning o.workspace_id, o.id)
    insert into notification_dispatches (workspace_id, id, occurrence_id, position, platform, address, channel_name, ms_group,
      next_attempt_at)
    select done.workspace_id, ${message}, done.id, 0, 'email', 'hr@example.com', null, null, ${at}::timestamptz from done`;
  await sql.begin(async (tx) => {
    await tx`select 1 from notification_occurrences o where o.workspace_id = ${workspaceId} and o.id = ${id} for no key update`;
    await tx`update notification_dispatches d set status = 'sent'::dispatch_status, sent_at = ${at}, attempt_open = false
      where d.workspace_id = ${workspaceId} and d.id = ${message} and d.status = 'pending'`;
    await tx`
      update notification_occurrences o set sent_at = coalesce(o.sent_at, s.first_sent), status = 'sent'::occurrence_status
      from (select min(sent_at) as first_sent from notification_dispatches where occurrence_id = ${id}) s where o.id = ${id}`;
  });
  expect(
    await sql`select id, notification_id, report_id, attempt_count, status, sent_at from occurrences where kind = 'scheduled'`,
  ).toEqual([
    { id, notification_id: notificationId, report_id: null, attempt_count: 1, status: "sent", sent_at: at },
  ]);
  expect(await sql`select id, attempt_count, unknown_count from dispatches`).toEqual([
    { id: message, attempt_count: 0, unknown_count: 0 },
  ]);
});

it("a report comes due once, is mailed and settled", async () => {
  const [id, mail] = [newId(), newId()];
  expect(await fireReport(id)).toMatchObject([{ id, status: "pending" }]);
  expect(await fireReport(newId())).toEqual([]);
  await sql`insert into scheduled_report_dispatches (workspace_id, occurrence_id, address, id)
    select * from unnest(${[workspaceId]}::uuid[], ${[id]}::uuid[], ${["hr@example.com"]}::text[], ${[mail]}::uuid[])`;
  await sql`update scheduled_report_occurrences set attempt_count = scheduled_report_occurrences.attempt_count + 1
    where workspace_id = ${workspaceId} and status = 'pending' and next_attempt_at <= now()`;
  const pending = await sql`update scheduled_report_occurrences set row_count = 3
    where workspace_id = ${workspaceId} and id = ${id} and status = ${"pending"}`;
  expect(pending.count).toBe(1);
  await sql`update scheduled_report_dispatches set status = ${"sent"}, sent_at = ${at}
    where workspace_id = ${workspaceId} and occurrence_id = ${id} and address = 'hr@example.com'`;
  await sql`
    update scheduled_report_occurrences o set next_attempt_at = null,
      status = (case when s.failed = 0 then 'sent' else 'failed' end)::report_occurrence_status
    from (select count(*) filter (where status = 'failed') as failed from scheduled_report_dispatches where occurrence_id = ${id}) s
    where o.workspace_id = ${workspaceId} and o.id = ${id} and o.status = 'pending'`;
  expect(
    await sql`select id, notification_id, report_id, attempt_count, status, row_count, kind from occurrences`,
  ).toEqual([
    {
      ...{ id, notification_id: null, report_id: reportId, attempt_count: 1 },
      ...{ status: "sent", row_count: 3, kind: "scheduled" },
    },
  ]);
  expect(await sql`select id, platform, status, position from dispatches`).toEqual([
    { id: mail, platform: "email", status: "sent", position: 0 },
  ]);
});

it("each view shows its own occurrences, skips locked rows, and deletes old ones", async () => {
  const [text, file] = [newId(), newId()];
  await fireNotification(text);
  await fireReport(file);
  for (const [table, id] of [
    ["notification_occurrences", text],
    ["scheduled_report_occurrences", file],
  ] as const) {
    expect(await sql`select id from ${sql(table)}`).toEqual([{ id }]);
    await sql.begin(async (tx) => {
      await tx`select 1 from occurrences where id = ${id} for update`;
      expect(await sql`select id from ${sql(table)} for no key update skip locked`).toEqual([]);
    });
    const old = await sql`delete from ${sql(table)}
      where ctid = any(array(select ctid from ${sql(table)} where created_at <= ${at} limit 5000))`;
    expect(old.count).toBe(1);
  }
  expect(await sql`select id from occurrences`).toEqual([]);
});
