import { Resolver } from "node:dns/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestKey } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { makeWebhook, webhookRow } from "@/server/test/webhook-kit";

const clock = standingClock();
let services: Services;
let key: TestKey;
let id: string;

beforeAll(async () => {
  services = await testServices({ clock });
  const workspace = await makeWorkspace(services);
  ({ user: key } = await makeKeys(services, workspace));
  ({ id } = await makeWebhook(services, workspace.people.user, { url: "https://hooks.example.com" }));
});
afterAll(() => services.close());
afterEach(() => vi.restoreAllMocks());

/** Sets the name server's answer from now on. */
function names(address: string) {
  vi.spyOn(Resolver.prototype, "resolve6").mockRejectedValue(new Error("none"));
  return vi.spyOn(Resolver.prototype, "resolve4").mockResolvedValue([address] as never);
}

const move = (url: string, idempotencyKey: string) =>
  apiClient(services).v2<Refused>("PATCH", `/v2/webhooks/webhook-${id}`, {
    key,
    json: { url },
    headers: { "idempotency-key": idempotencyKey },
  });

it("200 a repetition gets its answer without another lookup, whatever the name resolves to by then", async () => {
  const asked = names("93.184.216.34");
  expect((await move("https://first.example.com/", "first")).status).toBe(200);
  expect(asked).toHaveBeenCalledTimes(1);
  names("10.0.0.1");
  const again = await move("https://first.example.com/", "first");
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect((await webhookRow(services, id)).url).toBe("https://first.example.com/");
});

it("400 a repetition resolves a refused name again: the refusal is not stored", async () => {
  names("10.0.0.1");
  const refused = await move("https://second.example.com/", "second");
  expect([refused.status, refused.body.error.code]).toEqual([400, "WEBHOOK_URL_INVALID"]);
  names("93.184.216.34");
  expect((await move("https://second.example.com/", "second")).status).toBe(200);
});

it("404 for an unknown webhook is stored, and its name is not resolved", async () => {
  const asked = names("93.184.216.34");
  const unknown = () =>
    apiClient(services).v2<Refused>("PATCH", `/v2/webhooks/webhook-${key.id}`, {
      key,
      json: { url: "https://third.example.com/" },
      headers: { "idempotency-key": "third" },
    });
  expect((await unknown()).body.error.code).toBe("WEBHOOK_NOT_FOUND");
  const again = await unknown();
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([404, "true"]);
  expect(asked).not.toHaveBeenCalled();
});

it("422 another request under the same key, whatever its name resolves to", async () => {
  names("93.184.216.34");
  await move("https://fourth.example.com/", "fourth");
  names("10.0.0.1");
  expect((await move("https://fifth.example.com/", "fourth")).body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
});
