import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import type { Services } from "@/server/kernel/services";
import { day, hour, plus } from "@/server/kernel/time/clock";
import { deliverDue } from "@/server/modules/integrations/webhooks/delivery-work";
import { deleteOldDeliveries } from "@/server/modules/integrations/webhooks/sweep";
import { warnOwners } from "@/server/modules/integrations/webhooks/warn-owners";
import { makeWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { makeDeliveries, makeWebhook, type Receiver, receiver } from "@/server/test/webhook-kit";

// Also in the project `distributed`: each statement with a lock or a write is of one workspace there.

const clock = standingClock();
let services: Services;
let target: Receiver;
beforeAll(async () => {
  services = await testServices({ clock });
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});

it("work of several workspaces is done for each: sends, deletes, and warns", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { people, id } = await makeWorkspace(services);
    ids.push(id);
    const hook = await makeWebhook(services, people.admin, { url: target.url });
    await makeDeliveries(services, hook, 5);
    const old = { status: "succeeded", nextAttemptAt: null, createdAt: plus(clock(), -40 * day) } as const;
    const quiet = await makeWebhook(services, people.admin, { url: target.url });
    await makeDeliveries(services, quiet, 4, old);
    await services.db
      .update(webhooks)
      .set({ failingSince: plus(clock(), -30 * hour) })
      .where(inArray(webhooks.id, [quiet.id]));
  }
  const pending = () =>
    services.db.$count(
      webhookDeliveries,
      and(inArray(webhookDeliveries.workspaceId, ids), eq(webhookDeliveries.status, "pending")),
    );
  await deliverDue(services);
  await expect.poll(pending, { timeout: 20_000 }).toBe(0);
  expect(target.hits).toHaveLength(15);
  expect(await deleteOldDeliveries(services)).toBe(12);
  expect(await warnOwners(services)).toBe(3);
});
