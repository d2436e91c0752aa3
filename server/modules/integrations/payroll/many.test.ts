import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayCountsText, wholeDay } from "@/drizzle/schema/day-counts";
import { locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { createRun } from "./create-run";
import { readRunFile } from "./read-run-file";

const peopleCount = 10_000;
let services: Services;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());

it("10,000 people with leave, 500 of them leavers, are run within half a minute", async () => {
  const workspace = await makeLeaveWorkspace(services);
  const { north } = workspace.locations;
  await services.db
    .update(locations)
    .set({ payPeriod: { type: "MONTHLY", endsOn: 31 } })
    .where(eq(locations.id, north));
  await services.db.execute(sql`
    insert into ${users} (workspace_id, id, name, email, location_id, department_id, start_date, end_date, created_at, updated_at)
    select ${workspace.id}::uuid, gen_random_uuid(), 'Person ' || n, 'p' || n || '@example.com', ${north}::uuid,
      ${workspace.departments.sales}::uuid, '2025-01-01', case when n <= 500 then date '2026-11-15' end, now(), now()
    from generate_series(1, ${peopleCount}::int) n`);
  const counts = dayCountsText({
    start: dayNumber("2026-11-02"),
    counts: [wholeDay, wholeDay, wholeDay, wholeDay, wholeDay],
  });
  await services.db.execute(sql`
    insert into ${leaves} (workspace_id, id, user_id, location_id, department_id, leave_type_id, status, duration_calendar_days,
      duration_working_days, day_counts, start_date, end_date, created_at, updated_at)
    select u.workspace_id, gen_random_uuid(), u.id, u.location_id, u.department_id, ${workspace.leaveTypes.vacation}::uuid, 'APPROVED', 5, 5,
      ${counts}::bigint[], '2026-11-02', '2026-11-06', now(), now()
    from ${users} u where u.workspace_id = ${workspace.id}::uuid and u.name like 'Person %'`);
  const ctx = await as(services, workspace.people.admin);
  const began = performance.now();
  const run = await createRun(ctx, { locationId: north, date: "2026-11-01" });
  const made = performance.now() - began;
  expect(run.totals).toMatchObject([
    { kind: "LEAVE", lineCount: peopleCount, days: 50_000, hours: 400_000 },
    {},
  ]);
  expect(run.totals[1]).toMatchObject({ kind: "BALANCE", userCount: 500 });
  const file = await readRunFile(ctx, run.id);
  expect(file.byteCount).toBeGreaterThan(500_000);
  expect(made).toBeLessThan(30_000);
}, 120_000);
