import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { costOf, type Statement } from "@/server/test/statement-cost";
import { makeWebhook } from "@/server/test/webhook-kit";
import { type DeliveryFilters, listByAttempt } from "./list-by-attempt";
import { statsOf } from "./stats";
import { loadWebhook } from "./store";

const count = 20_000;
const pagesRead: Statement[] = [];
let services: Services;
let ctx: Ctx;
let webhookId: string;

beforeAll(async () => {
  services = await testServices({
    onStatement: (_pool, text, parameters) => void pagesRead.push([text, parameters]),
  });
  const { id: workspaceId, people } = await makeWorkspace(services);
  const ownerId = people.admin.id;
  const actor = await loadActor(services.db, workspaceId, ownerId, { type: "session", sessionId: ownerId });
  if (!actor) throw new Error("no such person");
  ctx = ctxFor(services, actor, "req_test");
  webhookId = (await makeWebhook(services, people.admin, { url: "https://x.example" })).id;
  // A month of deliveries: every 50th failed and was retried for a day, every 500th is pending.
  await services.db.execute(sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, message_id, event_type, occurred_at, status, attempt_count,
      attempted_at, http_status, created_at)
    select ${workspaceId}::uuid, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' ||
        lpad(to_hex(n), 12, '0'))::uuid, ${webhookId}::uuid, 'msg_' || n, 'leave.approved', at,
      (case when n % 500 = 1 then 'pending' when n % 50 = 0 then 'failed' else 'succeeded' end)::delivery_status, 1,
      case when n % 500 = 1 then null when n % 50 = 0 then at + interval '1 day' else at end, 200, at
    from (select n, now() - interval '28 days' * (${count} - n) / ${count} as at from generate_series(1, ${count}::int) n) t`);
  await services.db.execute(sql`vacuum analyze webhook_deliveries`);
});
afterAll(() => services.close());

const costOfLast = () =>
  costOf(pagesRead.filter(([text]) => text.includes("webhook_deliveries")).at(-1) ?? ["", []]);

describe("the page of a webhook with many deliveries", () => {
  it.each<[string, DeliveryFilters]>([
    ["every one", {}],
    ["what succeeded", { statuses: ["succeeded"] }],
    ["what failed", { statuses: ["failed"] }],
    ["an event", { eventTypes: ["leave.approved"] }],
    ["a response", { responseClass: "2xx" }],
  ])("reads little more than it shows, and does not sort: %s", async (_, filters) => {
    const first = await listByAttempt(ctx, webhookId, { limit: 25, after: null, filters });
    expect(first.items).toHaveLength(25);
    const firstCost = await costOfLast();
    const second = await listByAttempt(ctx, webhookId, { limit: 25, after: first.next, filters });
    expect(second.items).toHaveLength(25);
    for (const cost of [firstCost, await costOfLast()]) {
      expect(cost.sorts).toBe(false);
      expect(cost.blocks).toBeLessThan(400);
    }
    const times = [...first.items, ...second.items].map(({ delivery }) =>
      (delivery.attemptedAt ?? delivery.createdAt).getTime(),
    );
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("its statistics of a day read that day alone", async () => {
    pagesRead.length = 0;
    const stats = await statsOf(ctx, [await loadWebhook(ctx, webhookId)]);
    expect(stats.get(webhookId)?.succeeded).toBeGreaterThan(0);
    const asked = pagesRead.filter(([text]) => text.includes("attempted_at"));
    pagesRead.splice(0, pagesRead.length, ...asked);
    expect((await costOfLast()).blocks).toBeLessThan(150);
  });
});
