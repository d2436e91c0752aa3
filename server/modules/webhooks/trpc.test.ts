import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { loadActor } from "@/server/access/load-actor";
import { hour, plus } from "@/server/kernel/clock";
import { newId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import {
  answering,
  forgetDeliveries,
  makeDeliveries,
  makeWebhook,
  type Receiver,
  receiver,
  sendDue,
  withoutWaking,
} from "@/server/test/webhook-kit";
import { createCallerFactory } from "@/server/transport/trpc";
import { deliverDue } from "./deliver";
import { webhooksRouter } from "./trpc";

const clock = standingClock();
const factory = createCallerFactory(webhooksRouter);
let services: Services;
let workspace: TestWorkspace;
let target: Receiver;

beforeAll(async () => {
  services = await testServices({ clock });
  withoutWaking();
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeWorkspace(services);
});

async function signedIn(person: TestPerson) {
  const sessionId = newId();
  const via = { type: "session", sessionId } as const;
  const actor = await loadActor(services.db, person.workspaceId, person.id, via);
  if (!actor) throw new Error("cannot sign in");
  return factory({
    services,
    requestId: newRequestId(),
    signedIn: async () => ({
      actor: { ...actor, userId: person.id },
      user: { id: person.id, name: person.name, email: "" },
      workspace: { name: "", plan: actor.plan, openApiEnabled: true },
      sessionId,
    }),
  });
}

describe("what the pages ask for", () => {
  it("the events, with a sample of each; the test event only for information", async () => {
    const caller = await signedIn(workspace.people.user);
    const events = await caller.events();
    expect(events.map(({ type }) => type)).toEqual([...eventTypes, "webhook.test"]);
    expect(events.at(-1)).toMatchObject({ isSubscribable: false, scope: null });
    expect(events.every(({ type, sample }) => (sample as { type: string }).type === type)).toBe(true);
  });

  it("creating one on the dashboard: by the role alone, without a key", async () => {
    const caller = await signedIn(workspace.people.user);
    const made = await caller.create({ url: target.url, events: [...eventTypes] });
    expect(made.secret).toMatch(/^whsec_/);
    const seen = await caller.get({ id: made.webhookId });
    expect(seen).toMatchObject({
      keyId: null,
      status: "active",
      lastDelivery: { eventType: "webhook.test" },
    });
    await expect(
      caller.create({ url: "https://10.0.0.1/", events: ["leave.approved"] }),
    ).rejects.toMatchObject({
      cause: { code: "WEBHOOK_URL_INVALID" },
    });
  });

  it("the list with owner, last delivery and the success rate of 24 hours", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    await makeDeliveries(services, webhook, 3);
    await sendDue(services);
    clock.pass(2 * hour);
    target.answer = answering(500);
    await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    const [row] = await (await signedIn(workspace.people.admin)).list();
    expect(row?.stats).toMatchObject({ ownerName: "Uma User", succeeded: 3, failed: 1, heldCount: 0 });
    expect(
      row?.stats?.hours.map(({ succeeded, failed }) => `${succeeded}/${failed}`).filter((h) => h !== "0/0"),
    ).toEqual(["3/0", "0/1"]);
    expect(row?.lastDelivery).toMatchObject({ status: "pending", error: "HTTP_STATUS" });
    const one = await (await signedIn(workspace.people.user)).get({ id: row?.webhookId ?? "" });
    expect(one).toMatchObject({
      failingSince: clock(),
      firstFailure: { httpStatus: 500, error: "HTTP_STATUS" },
    });
  });

  it("deliveries by status, event, response class, time and id, page by page", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const leaveId = newId();
    const ok = await makeDeliveries(services, webhook, 2, {
      status: "succeeded",
      httpStatus: 204,
      attemptCount: 1,
      nextAttemptAt: null,
    });
    const bad = await makeDeliveries(services, webhook, 2, {
      status: "failed",
      httpStatus: 503,
      attemptCount: 10,
      nextAttemptAt: null,
    });
    const lost = await makeDeliveries(services, webhook, 1, {
      status: "failed",
      attemptCount: 1,
      error: "DNS",
      nextAttemptAt: null,
      recordId: leaveId,
    });
    const old = await makeDeliveries(services, webhook, 1, {
      eventType: "user.created",
      createdAt: plus(clock(), -5 * hour),
    });
    const caller = await signedIn(workspace.people.user);
    const find = async (filters: object) =>
      (await caller.deliveries({ webhookId, ...filters })).items.map(({ id }) => id).sort();
    const wire = (...lists: string[][]) =>
      lists
        .flat()
        .map((id) => encodeId("delivery", id))
        .sort();
    expect(await find({ statuses: ["failed"] })).toEqual(wire(bad, lost));
    expect(await find({ eventTypes: ["user.created"] })).toEqual(wire(old));
    expect(await find({ responseClass: "5xx" })).toEqual(wire(bad));
    expect(await find({ responseClass: "2xx" })).toEqual(wire(ok));
    expect(await find({ responseClass: "none" })).toEqual(wire(lost));
    expect(await find({ to: plus(clock(), -hour) })).toEqual(wire(old));
    expect(await find({ search: `leave-${leaveId}` })).toEqual(wire(lost));
    expect(await find({ search: encodeId("delivery", ok[0] ?? "") })).toEqual(wire(ok.slice(0, 1)));
    expect(await find({ search: "50% off" })).toEqual([]);
    const first = await caller.deliveries({ webhookId, limit: 4 });
    const rest = await caller.deliveries({ webhookId, limit: 4, cursor: first.nextCursor });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([4, 2, null]);
    await caller.pause({ id: webhookId });
    expect(await find({ statuses: ["held"] })).toEqual(wire(old));
    expect(await find({ statuses: ["pending"] })).toEqual([]);
    await caller.delete({ id: webhookId });
    expect(await find({ statuses: ["cancelled"] })).toEqual(wire(old));
  });

  it("one delivery with the text that was signed", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const [id = ""] = await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    const caller = await signedIn(workspace.people.user);
    expect(await caller.ofDelivery({ id: encodeId("delivery", id) })).toEqual({
      webhookId: encodeId("webhook", webhook.id),
    });
    const stranger = await signedIn(workspace.people.approver);
    await expect(stranger.ofDelivery({ id: encodeId("delivery", id) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const detail = await caller.delivery({
      webhookId: encodeId("webhook", webhook.id),
      id: encodeId("delivery", id),
    });
    const hit = target.hits[0];
    expect(detail.attemptLog[0]?.signedText).toBe(
      `${hit?.headers["webhook-id"]}.${hit?.headers["webhook-timestamp"]}.${hit?.body}`,
    );
  });

  it("recovering what failed: the count before, progress, and nothing twice", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const failed = { status: "failed", attemptCount: 10, nextAttemptAt: null } as const;
    const before = await makeDeliveries(services, webhook, 1, {
      ...failed,
      createdAt: plus(clock(), -3 * hour),
    });
    await makeDeliveries(services, webhook, 250, failed);
    const caller = await signedIn(workspace.people.user);
    const range = { webhookId, since: plus(clock(), -hour), until: clock() };
    expect(await caller.failedCount(range)).toEqual({ count: 250, oldestAt: clock() });
    const steps: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const step = await caller.recoverFailed({ ...range, after: after ?? null });
      steps.push(step.queued);
      after = step.next;
    }
    expect(steps).toEqual([100, 100, 50]);
    expect(await caller.failedCount(range)).toMatchObject({ count: 0 });
    expect((await caller.recoverFailed({ ...range, after: null })).queued).toBe(0);
    await sendDue(services);
    expect(target.hits).toHaveLength(250);
    expect(await caller.redeliverMany({ webhookId, ids: [encodeId("delivery", before[0] ?? "")] })).toEqual({
      queued: 1,
    });
  });

  it("somebody else's is not found, an administrator sees it", async () => {
    const { id } = await makeWebhook(services, workspace.people.approver, { url: target.url });
    const webhookId = encodeId("webhook", id);
    const caller = await signedIn(workspace.people.user);
    await expect(caller.get({ id: webhookId })).rejects.toMatchObject({
      cause: { code: "WEBHOOK_NOT_FOUND" },
    });
    expect(await caller.list()).toEqual([]);
    expect((await (await signedIn(workspace.people.admin)).get({ id: webhookId })).webhookId).toBe(webhookId);
  });
});

it("the cron route's job sends what is due, and ends with the services", async () => {
  const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
  await makeDeliveries(services, webhook, 20);
  const own = await testServices({ clock }, { WEBHOOK_ALLOW_HOSTS: target.place });
  await deliverDue(own);
  await expect.poll(() => target.hits.length).toBe(20);
  await own.close();
});
