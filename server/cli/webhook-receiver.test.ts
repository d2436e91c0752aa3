import type { AddressInfo, Server } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookBodies } from "@/drizzle/schema/webhooks";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { makeDeliveries, makeWebhook, sendDue } from "@/server/test/webhook-kit";
import { freePort } from "./free-port";
import { receiveWebhooks } from "./webhook-receiver";

let services: Services;
const servers: Server[] = [];
beforeAll(async () => {
  services = await testServices();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await services.close();
});

async function receiver(secret?: string) {
  const port = await freePort();
  const lines: Record<string, unknown>[] = [];
  const print = (line: object) => void lines.push(line as Record<string, unknown>);
  const server = await receiveWebhooks(services, { port, secret, status: 204, print });
  servers.push(server);
  services.settings.webhookAllowHosts.push(`localhost:${port}`);
  expect((server.address() as AddressInfo).port).toBe(port);
  return { url: `http://localhost:${port}/hook`, lines };
}

it("verifies with the secrets of the webhooks that point to it, and prints each delivery", async () => {
  const { people } = await makeWorkspace(services);
  const { url, lines } = await receiver();
  const [delivery] = await makeDeliveries(services, await makeWebhook(services, people.user, { url }), 1);
  await services.db
    .update(webhookBodies)
    .set({ body: '{"a":"ü"}' })
    .where(eq(webhookBodies.deliveryId, delivery ?? ""));
  await sendDue(services);
  expect(lines).toMatchObject([{ verified: true, path: "/hook", event: { a: "ü" } }]);
});

it("reports another secret, and a request that is no webhook at all", async () => {
  const { people } = await makeWorkspace(services);
  const { url, lines } = await receiver(`whsec_${Buffer.alloc(32).toString("base64")}`);
  await makeDeliveries(services, await makeWebhook(services, people.user, { url }), 1);
  await sendDue(services);
  await fetch(url, { method: "POST", body: "hello" });
  expect(lines).toMatchObject([
    { verified: false, reason: "no signature is of a known secret" },
    { verified: false, reason: "a webhook header is missing", event: "hello" },
  ]);
});
