import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { inTransaction } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { day, plus } from "@/server/kernel/time/clock";
import { makeLeave } from "@/server/test/factories";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { costOf, type Statement } from "@/server/test/statement-cost";
import { requestRows } from "./leave-rows";

const statements: Statement[] = [];
const services = await testServices({
  onStatement: (_pool, text, parameters) => void statements.push([text, parameters]),
});
afterAll(() => services.close());

it("a report of changed requests reads little of 20,000 unchanged ones", async () => {
  const workspace = await makeLeaveWorkspace(services);
  const { user, admin } = workspace.people;
  const leave = await makeLeave(services, user, { startDate: "2026-12-01", updatedAt: new Date() });
  await services.db.transaction(async (tx) => {
    // Otherwise a trigger would mark them as written now.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into ${leaves} select (made).* from (
        select jsonb_populate_record(null::leaves, to_jsonb(l) || jsonb_build_object('id', gen_random_uuid(),
          'start_date', date '2020-01-01' + n / 20, 'end_date', date '2020-01-01' + n / 20,
          'updated_at', now() - interval '30 days', 'written_at', now() - interval '30 days')) as made
        from ${leaves} l, generate_series(1, 20000) n where l.id = ${leave} offset 0) x`);
  });
  await services.db.execute(sql`vacuum analyze leaves`);
  const until = plus(new Date(), day);
  const period = {
    after: plus(until, -2 * day),
    until,
    day: dayNumber("2026-12-01"),
    lastDay: dayNumber("2026-12-01"),
  };
  const filters = { locationIds: [], departmentIds: [], labelIds: [] };
  const found = await inTransaction(await as(services, admin), async (ctx) => {
    const rows = [];
    for await (const batch of requestRows(ctx, filters, period)) rows.push(...batch);
    return rows;
  });
  expect(found).toHaveLength(1);
  const [text, parameters] = statements.filter(([one]) => one.includes("reported_requests")).at(0) ?? [
    "",
    [],
  ];
  const { blocks } = await costOf([text.replace(/^declare .*? cursor .*?for /i, ""), parameters]);
  expect(blocks).toBeLessThan(100);
});
