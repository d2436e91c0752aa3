import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { startingAt } from "@/server/kernel/database/written-order";
import { day, plus } from "@/server/kernel/time/clock";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { costOf, type Statement } from "@/server/test/statement-cost";
import { listEvents } from "./list-events";

const statements: Statement[] = [];
const services = await testServices({
  onStatement: (_pool, text, parameters) => void statements.push([text, parameters]),
});
afterAll(() => services.close());

it("an employee who reaches only themselves reads little of what happened to 20,000 others since", async () => {
  const { id: workspaceId, people } = await makeLeaveWorkspace(services);
  const happen = (who: string, count: number, minutesAgo: number) =>
    services.db.execute(sql`
      insert into events (workspace_id, id, message_id, type, subject_user_id, data, occurred_at)
      select ${workspaceId}::uuid, gen_random_uuid(), 'msg_' || gen_random_uuid(), 'user.updated', ${who}::uuid,
        json_build_object('userId', ${who}::uuid, 'previousStatus', 'ACTIVE'), at
      from (select now() - make_interval(mins => ${minutesAgo}) + make_interval(secs => n / 100) as at
        from generate_series(1, ${count}::int) n) t`);
  await happen(people.user.id, 3, 60);
  await happen(people.northSeller.id, 20_000, 30);
  await services.db.execute(sql`vacuum analyze events`);
  const ctx = await as(services, people.user);
  const yesterday = plus(new Date(), -day);
  const { items } = await listEvents(ctx, { limit: 100, page: startingAt(yesterday) });
  expect(items).toHaveLength(3);
  const listed = statements.filter(([text]) => text.includes('"events"."subject_user_id" = "users"."id"'));
  const { blocks } = await costOf(listed.at(-1) ?? ["", []]);
  expect(blocks).toBeLessThan(50);
});
