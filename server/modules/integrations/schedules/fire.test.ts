import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { occurrences } from "@/drizzle/schema/schedules";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import { createNotification } from "@/server/modules/integrations/notifications/create";
import { notificationSchedule } from "@/server/modules/integrations/notifications/schedule";
import { NotificationCreate } from "@/server/modules/integrations/notifications/schema";
import { createReport } from "@/server/modules/integrations/reports/create";
import { reportSchedule } from "@/server/modules/integrations/reports/schedule";
import { ScheduledReportCreate } from "@/server/modules/integrations/reports/schema";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { forgetRows } from "@/server/test/forget-rows";
import { as } from "@/server/test/leave-kit";
import { daily, occurrencesOf } from "@/server/test/notification-kit";
import { dailyReport, reportDispatches, reportOccurrences } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { feedOf, fireDue } from "./fire";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();
/** Friday, 13:00 in Paris. */
const start = new Date("2026-11-20T12:00:00.000Z");
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(start);
  await services.db.delete(notifications);
  await services.db.delete(scheduledReports);
  workspace = await makeWorkspace(services);
});

async function make(body: unknown = daily, of: TestWorkspace = workspace) {
  const ctx = await as(services, of.people.admin);
  return createNotification(ctx, validate(NotificationCreate, body));
}

/** Copies of one, in its workspace or in one workspace each; their owners do not matter here. */
const copy = (id: string, count: number, workspaceId = sql`workspace_id`) =>
  services.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into notifications select (n).* from (
        select jsonb_populate_record(null::notifications, to_jsonb(t)
          || jsonb_build_object('id', gen_random_uuid(), 'workspace_id', ${workspaceId})) as n
        from notifications t, generate_series(1, ${count}::int) where t.id = ${id}) made`);
  });

const countOf = async ({ id }: TestWorkspace) => (await occurrencesOf(services, id)).length;

describe("of several workspaces", () => {
  it("the first fire has some of each, however many earlier ones another workspace has", async () => {
    const { id } = await make();
    await copy(id, 1500);
    const quiet = await makeWorkspace(services);
    await make({ ...daily, minute: 1 }, quiet);
    clock.set(plus(due, minute));
    const { count } = await fireDue(notificationSchedule, services);
    expect(count).toBeLessThan(1500);
    expect(await countOf(quiet)).toBe(1);
  });

  it("more than one fire takes: each workspace has a turn before any has a second one", async () => {
    const { id } = await make();
    await copy(id, 700, sql`gen_random_uuid()`);
    await services.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into notifications select (n).* from (
          select jsonb_populate_record(null::notifications, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid())) as n
          from notifications t, generate_series(1, 3)) made`);
    });
    clock.set(due);
    const feed = feedOf(notificationSchedule);
    for (let turn = 0; turn < 2; turn++) expect(await feed.feed(services)).toBeGreaterThan(0);
    const served = await services.db.selectDistinct({ of: occurrences.workspaceId }).from(occurrences);
    expect(served).toHaveLength(701);
    while ((await feed.feed(services)) > 0);
    expect(await services.db.$count(occurrences)).toBe(701 * 4);
  });
});

describe("concurrency", () => {
  it.each(["", "analysed while they were empty"])("each date once, by four processes %s", async (state) => {
    if (state) await forgetRows(services, "notifications", [() => fireDue(notificationSchedule, services)]);
    const { id } = await make();
    await copy(id, 1199);
    clock.set(due);
    const drain = async () => {
      const { feed } = feedOf(notificationSchedule);
      let sum = 0;
      for (let count = await feed(services); count > 0; count = await feed(services)) sum += count;
      return sum;
    };
    const counts = await Promise.all(Array.from({ length: 4 }, drain));
    expect(counts.reduce((a, b) => a + b)).toBe(1200);
    expect(await countOf(workspace)).toBe(1200);
  });
});

describe("a report", () => {
  const makeReport = async (body: unknown) =>
    createReport(await as(services, workspace.people.admin), validate(ScheduledReportCreate, body));

  it("is polled for by the second, with one query while it is not due", async () => {
    await makeReport(dailyReport);
    const { feed, nextDueAt } = feedOf(reportSchedule);
    expect([await feed(services), await nextDueAt()]).toEqual([0, due.getTime()]);
    clock.set(due);
    expect(await feed(services)).toBe(1);
    expect(await reportOccurrences(services, workspace.id)).toHaveLength(1);
  });

  it("gets its recipients when it comes due; a skipped one has none", async () => {
    const recipients = Array.from({ length: 50 }, (_, n) => `r${n}@example.com`);
    for (let n = 0; n < 3; n++) await makeReport({ ...dailyReport, recipients });
    await makeReport({ ...dailyReport, hour: 6 });
    clock.set(due);
    await fireDue(reportSchedule, services);
    expect(await reportDispatches(services, workspace.id)).toHaveLength(150);
    const states = (await reportOccurrences(services, workspace.id)).map(({ skipReason }) => skipReason);
    expect(states.sort()).toEqual([null, null, null, "too_late"].sort());
  });
});
