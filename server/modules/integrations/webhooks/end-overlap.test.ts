import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { hour } from "@/server/kernel/time/clock";
import { makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { makeWebhook, webhookRow } from "@/server/test/webhook-kit";
import { endOverlap } from "./end-overlap";
import { rotateSecret } from "./rotate-secret";
import { signingSecrets } from "./secret";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

async function ctxOf({ workspaceId, id }: TestPerson) {
  const actor = await loadActor(services.db, workspaceId, id, { type: "operator" });
  if (!actor) throw new Error("The person is not active");
  return ctxFor(services, actor, newRequestId());
}

/** A webhook whose secret was rotated with an overlap of an hour. */
async function rotated() {
  const { user } = workspace.people;
  const { id } = await makeWebhook(services, user, { url: "https://hooks.example.com" });
  const ctx = await ctxOf(user);
  const { secret } = await rotateSecret(ctx, id, { overlapSeconds: 3600 });
  const signing = async () => signingSecrets(services, await webhookRow(services, id));
  return { ctx, id, secret, signing };
}

it("ends the old secret and keeps the new one", async () => {
  const { ctx, id, secret, signing } = await rotated();
  expect(await signing()).toHaveLength(2);
  await endOverlap(ctx, id);
  const left = (await signing()).map((bytes) => `whsec_${bytes.toString("base64")}`);
  expect(left).toEqual([secret]);
  expect(await webhookRow(services, id)).toMatchObject({ previousSecret: null, previousSecretUntil: null });
});

it("409 after the overlap has ended", async () => {
  const { ctx, id } = await rotated();
  clock.pass(hour);
  await expect(endOverlap(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(endOverlap(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
});

it("404 for another user", async () => {
  const { id, signing } = await rotated();
  const other = await ctxOf(workspace.people.approver);
  await expect(endOverlap(other, id)).rejects.toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
  expect(await signing()).toHaveLength(2);
});
