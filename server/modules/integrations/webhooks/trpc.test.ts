import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour, plus, second } from "@/server/kernel/time/clock";
import { makeLeave, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { allPages } from "@/server/test/paged-list";
import { standingClock, testServices } from "@/server/test/services";
import {
  answering,
  deliveriesOf,
  forgetDeliveries,
  makeDeliveries,
  makeWebhook,
  type Receiver,
  receiver,
  sendDue,
} from "@/server/test/webhook-kit";
import { createCallerFactory } from "@/server/transport/trpc";
import { deliverDue } from "./delivery-work";
import { webhooksRouter } from "./trpc";

const clock = standingClock();
const factory = createCallerFactory(webhooksRouter);
let services: Services;
let workspace: TestWorkspace;
let target: Receiver;

beforeAll(async () => {
  services = await testServices({ clock });
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

describe("queries and mutations of the pages", () => {
  it("the events, with a sample of each; the test event only for information", async () => {
    const caller = await signedIn(workspace.people.user);
    const events = await caller.events();
    expect(events.map(({ type }) => type)).toEqual([...eventTypes, "webhook.test"]);
    expect(events.at(-1)).toMatchObject({ isSubscribable: false, scope: null });
    expect(events.every(({ type, sample }) => (sample as { type: string }).type === type)).toBe(true);
  });

  it("creates one on the dashboard: by the role alone, without a key", async () => {
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
    const [row] = (await (await signedIn(workspace.people.admin)).page({})).items;
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

  it("the page of 205 has at most 100 rows, and each once, newest first, whatever is added in between", async () => {
    const caller = await signedIn(workspace.people.admin);
    for (let n = 0; n < 205; n++)
      await makeWebhook(services, workspace.people.user, {
        url: `${target.url}${n}`,
        createdAt: plus(clock(), n),
      });
    const first = await caller.page({});
    await makeWebhook(services, workspace.people.user, { url: target.url, createdAt: plus(clock(), hour) });
    const rest = await allPages((cursor = first.next ?? "") => caller.page({ cursor }));
    expect([first, ...rest].map(({ items }) => items.length)).toEqual([100, 100, 5]);
    expect([first, ...rest].flatMap(({ items }) => items.map(({ url }) => url))).toEqual(
      Array.from({ length: 205 }, (_, n) => `${target.url}${204 - n}`),
    );
    expect((await caller.page({ q: `${target.url}0`.toUpperCase() })).items.map(({ url }) => url)).toEqual([
      `${target.url}0`,
    ]);
    for (const q of ["uma user", "leave.approved"])
      expect((await caller.page({ q })).items).toHaveLength(100);
    expect((await (await signedIn(workspace.people.approver)).page({})).items).toEqual([]);
  });

  it("the page by status: failing means active with a failed last delivery", async () => {
    const caller = await signedIn(workspace.people.admin);
    const make = (given: Partial<Parameters<typeof makeWebhook>[2]>) =>
      makeWebhook(services, workspace.people.user, { url: target.url, ...given });
    const failing = await make({});
    await makeDeliveries(services, failing, 1, { status: "failed", error: "DNS", nextAttemptAt: null });
    const recovered = await make({});
    await makeDeliveries(services, recovered, 1, { status: "failed", error: "DNS", nextAttemptAt: null });
    await makeDeliveries(services, recovered, 1, { status: "succeeded", nextAttemptAt: null });
    const paused = await make({ status: "paused" });
    await makeDeliveries(services, paused, 1, { status: "failed", error: "DNS", nextAttemptAt: null });
    const found = async (status: "current" | "active" | "failing" | "paused" | "revoked") =>
      (await caller.page({ status })).items.map(({ webhookId }) => webhookId).sort();
    const idsOf = (...rows: { id: string }[]) => rows.map(({ id }) => encodeId("webhook", id)).sort();
    expect(await found("current")).toEqual(idsOf(failing, recovered, paused));
    expect(await found("active")).toEqual(idsOf(failing, recovered));
    expect(await found("failing")).toEqual(idsOf(failing));
    expect(await caller.counts()).toEqual({ current: 3, active: 2, paused: 1, failing: 1 });
    const none = { current: 0, active: 0, paused: 0, failing: 0 };
    expect(await (await signedIn(workspace.people.approver)).counts()).toEqual(none);
    expect(await found("paused")).toEqual(idsOf(paused));
    expect(await caller.page({ status: "revoked" })).toEqual({ items: [], next: null, excluded: 3 });
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

  it("one delivery with the signed text", async () => {
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

  it("recovers failed deliveries: the count before, progress, and no duplicates", async () => {
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

  it("recovery counts deliveries that wait for a retry, and sends them now", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const later = { attemptCount: 2, nextAttemptAt: plus(clock(), hour), error: "TIMEOUT" } as const;
    const waiting = await makeDeliveries(services, webhook, 150, later);
    await makeDeliveries(services, webhook, 3, { status: "failed", attemptCount: 10, nextAttemptAt: null });
    await makeDeliveries(services, webhook, 2, { status: "succeeded", attemptCount: 1, nextAttemptAt: null });
    const caller = await signedIn(workspace.people.user);
    expect((await caller.get({ id: webhookId })).waitingCount).toBe(150);
    const range = { webhookId, since: plus(clock(), -hour), until: clock() };
    expect(await caller.failedCount(range)).toEqual({ count: 153, oldestAt: clock() });
    const first = await caller.recoverFailed({ ...range, after: null });
    const rest = await caller.recoverFailed({ ...range, after: first.next });
    expect([first.queued, rest]).toEqual([100, { queued: 53, next: null }]);
    expect((await caller.failedCount(range)).count).toBe(0);
    await sendDue(services);
    expect(target.hits).toHaveLength(153);
    const rows = await deliveriesOf(services, webhook.id);
    const sent = rows.filter(({ id }) => waiting.includes(id));
    expect(new Set(sent.map(({ status, attemptCount }) => `${status} ${attemptCount}`))).toEqual(
      new Set(["succeeded 3"]),
    );
  });

  it("retries now: chosen ones together with copies of finished ones, then all of a webhook; no other user's", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const other = await makeWebhook(services, workspace.people.user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const later = { attemptCount: 1, nextAttemptAt: plus(clock(), hour) };
    const waiting = await makeDeliveries(services, webhook, 5, later);
    const over = await makeDeliveries(services, webhook, 1, { status: "failed", nextAttemptAt: null });
    const sending = await makeDeliveries(services, webhook, 1, {
      attemptCount: 1,
      nextAttemptAt: clock(),
    });
    await makeDeliveries(services, other, 2, later);
    const caller = await signedIn(workspace.people.user);
    const ids = [...waiting.slice(0, 2), ...over, ...sending].map((id) => encodeId("delivery", id));
    expect(await caller.redeliverMany({ webhookId, ids })).toEqual({ queued: 3 });
    expect(await caller.redeliverMany({ webhookId, ids })).toEqual({ queued: 0 });
    expect(await caller.retryWaiting({ id: webhookId })).toEqual({ queued: 3 });
    expect(await caller.retryWaiting({ id: webhookId })).toEqual({ queued: 0 });
    expect((await caller.get({ id: encodeId("webhook", other.id) })).waitingCount).toBe(2);
    const rows = await deliveriesOf(services, webhook.id);
    expect(rows.filter(({ redeliveryOf }) => redeliveryOf === over[0])).toHaveLength(1);
    expect(rows.filter(({ id }) => waiting.includes(id)).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(
      Array(5).fill(clock()),
    );
    const stranger = await signedIn(workspace.people.approver);
    await expect(stranger.retryWaiting({ id: webhookId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await caller.pause({ id: webhookId });
    await expect(caller.retryWaiting({ id: webhookId })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("the most recent attempt first; pages stay consistent while one of them is retried", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(...(await makeDeliveries(services, webhook, 1, { attemptedAt: clock(), attemptCount: 1 })));
      clock.pass(second);
    }
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = ids.map((id) => encodeId("delivery", id));
    const tried = (id: string, at: Date) =>
      services.db
        .update(webhookDeliveries)
        .set({ attemptedAt: at })
        .where(eq(webhookDeliveries.id, ids[[a, b, c, d, e, f].indexOf(id)] ?? ""));
    await tried(b, clock());
    // Attempted at the same moment: the id decides.
    await tried(a, clock());
    const caller = await signedIn(workspace.people.user);
    const page = async (cursor: string | null) => {
      const { items, nextCursor } = await caller.deliveries({ webhookId, limit: 2, cursor });
      return { ids: items.map(({ id }) => id), nextCursor };
    };
    const first = await page(null);
    expect(first.ids).toEqual([b, a]);
    await tried(d, plus(clock(), second));
    const next = await page(first.nextCursor);
    expect(next.ids).toEqual([f, e]);
    expect(await page(next.nextCursor)).toEqual({ ids: [c], nextCursor: null });
    expect((await page(null)).ids).toEqual([d, b]);
    const some = await caller.deliveries({ webhookId, ids: [c, f] });
    expect(some.items.map(({ id }) => id)).toEqual([f, c]);
    for (const cursor of ["x", a, `2026-11-20T12:00:00.000Z_`, `x_${a}`])
      await expect(caller.deliveries({ webhookId, cursor })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("the subject of each, with the leave's dates, within the viewer's reach", async () => {
    const { user, admin, northSeller } = workspace.people;
    const webhook = await makeWebhook(services, user, { url: target.url });
    const webhookId = encodeId("webhook", webhook.id);
    const own = await makeLeave(services, user, { startDate: "2026-12-01", endDate: "2026-12-03" });
    const foreign = await makeLeave(services, northSeller, {
      startDate: "2026-12-24",
      endDate: "2026-12-24",
    });
    const about = (subjectUserId: string, recordId: string) =>
      makeDeliveries(services, webhook, 1, { subjectUserId, recordId });
    const [ofOwn = ""] = await about(user.id, own);
    const [ofForeign = ""] = await about(northSeller.id, foreign);
    const [ofPerson = ""] = await about(user.id, user.id);
    const [ofNobody = ""] = await makeDeliveries(services, webhook, 1, { eventType: "webhook.test" });
    const seen = async (person: TestPerson) => {
      const caller = await signedIn(person);
      const { items } = await caller.deliveries({ webhookId });
      const one = await caller.delivery({ webhookId, id: encodeId("delivery", ofForeign) });
      const subjects = new Map(items.map(({ id, subject }) => [id, subject]));
      expect(one.subject).toEqual(subjects.get(encodeId("delivery", ofForeign)));
      return [ofOwn, ofForeign, ofPerson, ofNobody].map((id) => subjects.get(encodeId("delivery", id)));
    };
    const ofUser = { userId: encodeId("user", user.id), name: user.name };
    const ownLeave = { ...ofUser, leave: { startDate: "2026-12-01", endDate: "2026-12-03" } };
    expect(await seen(user)).toEqual([ownLeave, null, { ...ofUser, leave: null }, null]);
    const foreignLeave = {
      userId: encodeId("user", northSeller.id),
      name: northSeller.name,
      leave: { startDate: "2026-12-24", endDate: "2026-12-24" },
    };
    expect(await seen(admin)).toEqual([ownLeave, foreignLeave, { ...ofUser, leave: null }, null]);
  });

  it("another user's is not found, an administrator sees it", async () => {
    const { id } = await makeWebhook(services, workspace.people.approver, { url: target.url });
    const webhookId = encodeId("webhook", id);
    const caller = await signedIn(workspace.people.user);
    await expect(caller.get({ id: webhookId })).rejects.toMatchObject({
      cause: { code: "WEBHOOK_NOT_FOUND" },
    });
    expect((await caller.page({})).items).toEqual([]);
    expect((await (await signedIn(workspace.people.admin)).get({ id: webhookId })).webhookId).toBe(webhookId);
  });
});

it("the cron route's job sends due deliveries, and ends with the services", async () => {
  const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
  await makeDeliveries(services, webhook, 20);
  const own = await testServices({ clock }, { WEBHOOK_ALLOW_HOSTS: target.place });
  await deliverDue(own);
  await expect.poll(() => target.hits.length).toBe(20);
  await own.close();
});
