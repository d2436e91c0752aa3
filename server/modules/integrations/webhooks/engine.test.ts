import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { eq, gt, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { events } from "@/drizzle/schema/events";
import { webhookAttempts, webhookBodies, webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { workers, workLeases } from "@/drizzle/schema/work";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus, second } from "@/server/kernel/time/clock";
import { revokeApiKey } from "@/server/modules/integrations/keys/revoke";
import { expireWorkerLease } from "@/server/test/expire-worker-lease";
import { makeKey, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { sendMails } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { mailbox } from "@/server/test/signin-fixture";
import {
  answering,
  attemptsOf,
  deliveriesOf,
  deliveryEngine,
  forgetDeliveries,
  isSignedWith,
  makeDeliveries,
  makeWebhook,
  onlyDelivery,
  type Receiver,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";
import type { LaneCapacity } from "@/server/worker/kind";
import { Leases } from "@/server/worker/leases";
import { checkUpdate } from "./check-update";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { deleteWebhook } from "./delete";
import { deliveriesWake } from "./fan-out";
import { pauseWebhook } from "./pause";
import { recordAttempts } from "./record-attempts";
import { resumeWebhook } from "./resume";
import { rotateSecret } from "./rotate-secret";
import { sendTest } from "./send-test";
import { createSender } from "./sender";
import { deleteOldDeliveries } from "./sweep";
import { updateWebhook } from "./update";
import { warnOwners } from "./warn-owners";

const clock = standingClock();
const mail = mailbox();
let services: Services;
let workspace: TestWorkspace;
let owner: TestPerson;
let target: Receiver;

beforeAll(async () => {
  services = await testServices({ clock, mailer: mail });
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  await services.db.delete(webhooks);
  mail.sent.length = 0;
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeWorkspace(services);
  owner = workspace.people.user;
});

const hook = (more: { url?: string; keyId?: string } = {}) =>
  makeWebhook(services, owner, { url: target.url, ...more });
const ids = (hits = target.hits) => hits.map(({ headers }) => headers["webhook-id"] ?? "");

describe("attempts", () => {
  it("ten, on the schedule, each with the same id and bytes and a new timestamp; then failed", async () => {
    target.answer = answering(500);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    const waits = [
      0,
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    for (const [index, wait] of waits.entries()) {
      if (wait > 0) {
        clock.pass(wait - 1);
        await sendDue(services);
        expect([index, target.hits.length]).toEqual([index, index]);
        clock.pass(1);
      }
      await sendDue(services);
      expect([index, target.hits.length]).toEqual([index, index + 1]);
    }
    clock.pass(30 * day);
    await sendDue(services);
    expect(target.hits).toHaveLength(10);
    expect(new Set(ids()).size).toBe(1);
    expect(new Set(target.hits.map(({ body }) => body)).size).toBe(1);
    expect(new Set(target.hits.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    const delivery = await onlyDelivery(services, webhook.id);
    expect(delivery).toMatchObject({
      status: "failed",
      attemptCount: 10,
      nextAttemptAt: null,
      error: "HTTP_STATUS",
    });
    expect((await attemptsOf(services, delivery.id)).map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it("429 with Retry-After delays the next attempt", async () => {
    target.answer = answering(429, { "retry-after": "600" });
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    expect((await onlyDelivery(services, webhook.id)).nextAttemptAt).toEqual(plus(clock(), 10 * minute));
  });

  it("a success after failures resets the failure state", async () => {
    target.answer = answering(500);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      failingSince: clock(),
      failedAttemptCount: 1,
    });
    target.answer = answering(200);
    clock.pass(5 * second);
    await sendDue(services);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({
      status: "succeeded",
      attemptCount: 2,
      error: null,
    });
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      failingSince: null,
      failedAttemptCount: 0,
    });
  });

  it("response headers and bodies that PostgreSQL would reject are stored", async () => {
    target.answer = (_request, response) =>
      void response
        .writeHead(500, { "x-a": "caf\u00e9", "set-cookie": ["a=1", "b=2"] })
        .end(Buffer.from([0, 1, 0xff, 0xfe, 34]));
    const webhook = await hook();
    const [id = ""] = await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    const [attempt] = await attemptsOf(services, id);
    expect(attempt?.responseBody).toEqual(Buffer.from([0, 1, 0xff, 0xfe, 34]));
    expect(attempt?.responseHeaders).toMatchObject({ "set-cookie": "a=1, b=2" });
  });
});

describe("between queueing and the request", () => {
  it("paused: held, and sent after a resume; revoked: cancelled; new url: sent there", async () => {
    const ctx = await as(services, owner);
    const [paused, revoked, moved] = [await hook(), await hook(), await hook()];
    for (const webhook of [paused, revoked, moved]) await makeDeliveries(services, webhook, 2);
    await pauseWebhook(ctx, paused.id);
    await deleteWebhook(ctx, revoked.id);
    await updateWebhook(ctx, moved.id, await checkUpdate(ctx, moved.id, { url: `${target.url}/moved` }));
    await sendDue(services);
    expect(target.hits.map(({ path }) => path)).toEqual(["/hook/moved", "/hook/moved"]);
    const statusesOf = async (id: string) => (await deliveriesOf(services, id)).map(({ status }) => status);
    expect(await statusesOf(paused.id)).toEqual(["held", "held"]);
    expect(await statusesOf(revoked.id)).toEqual(["cancelled", "cancelled"]);
    await resumeWebhook(ctx, paused.id, { replay: "all" });
    await sendDue(services);
    expect(await statusesOf(paused.id)).toEqual(["succeeded", "succeeded"]);
  });

  it("a webhook paused while its queue is being sent: a delivery that has waited a second is checked again", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 30);
    const waiting: ServerResponse[] = [];
    target.answer = (_request, response) => void waiting.push(response);
    const engine = deliveryEngine(services);
    engine.wake();
    await expect.poll(() => waiting.length).toBe(5);
    await pauseWebhook(await as(services, owner), webhook.id);
    clock.pass(2 * second);
    for (const response of waiting) response.end();
    await engine.idle();
    await engine.stop();
    expect(target.hits).toHaveLength(5);
    const rest = (await deliveriesOf(services, webhook.id)).filter(({ status }) => status === "held");
    expect(rest).toHaveLength(25);
  });

  it("a test goes to a paused webhook, once; no other event does", async () => {
    const ctx = await as(services, owner);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    await pauseWebhook(ctx, webhook.id);
    target.answer = answering(500);
    await sendTest(ctx, webhook.id);
    await sendDue(services);
    clock.pass(hour);
    await sendDue(services);
    expect(target.hits).toHaveLength(1);
    const [held, test] = await deliveriesOf(services, webhook.id);
    expect([held?.status, test?.status]).toEqual(["held", "failed"]);
  });

  it("revoking a key pauses the webhooks that it made, on request", async () => {
    const ownerId = owner.id;
    const [first, second] = await Promise.all(
      [1, 2].map(() => makeKey(services, { workspaceId: workspace.id, ownerId })),
    );
    if (!first || !second) throw new Error("unreachable");
    const [kept, stopped, other] = [
      await hook({ keyId: first.id }),
      await hook({ keyId: second.id }),
      await hook(),
    ];
    const ctx = await as(services, owner);
    await revokeApiKey(ctx, { id: first.id, pauseWebhooks: false });
    await revokeApiKey(ctx, { id: second.id, pauseWebhooks: true });
    const standing = async (id: string) => (await webhookRow(services, id)).pausedReason;
    expect([await standing(kept.id), await standing(stopped.id), await standing(other.id)]).toEqual([
      null,
      "key_revoked",
      null,
    ]);
    const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.resourceId, stopped.id));
    expect(lines.map(({ action }) => action)).toEqual(["webhook.pause"]);
  });
});

describe("automatic pause", () => {
  it("410 pauses at once; the event is held and the owner is notified once, whatever the number of processes", async () => {
    target.answer = answering(410);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 3);
    await sendDue(services);
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      status: "paused",
      pausedReason: "endpoint_gone",
      pausedAt: clock(),
    });
    await sendDue(services);
    expect((await deliveriesOf(services, webhook.id)).map(({ status }) => status)).toEqual([
      "held",
      "held",
      "held",
    ]);
    await Promise.all(Array.from({ length: 6 }, () => warnOwners(services)));
    await sendMails(services);
    expect(mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [`${owner.id}@example.com`, "A webhook was paused"],
    ]);
    expect(mail.sent[0]?.text).toContain("410");
  });

  it("410 pauses at once when it is recorded together with a success", async () => {
    const waiting: ServerResponse[] = [];
    target.answer = (_request, response) => {
      waiting.push(response);
      if (waiting.length < 3) return;
      for (const [n, one] of waiting.entries()) one.writeHead([200, 410, 200][n] ?? 500).end();
    };
    const webhook = await hook();
    await makeDeliveries(services, webhook, 3);
    await sendDue(services);
    expect((await deliveriesOf(services, webhook.id)).map(({ status }) => status).sort()).toEqual([
      "held",
      "succeeded",
      "succeeded",
    ]);
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      status: "paused",
      pausedReason: "endpoint_gone",
      failedAttemptCount: 1,
    });
    await warnOwners(services);
    await sendMails(services);
    expect(mail.sent.map(({ subject }) => subject)).toEqual(["A webhook was paused"]);
  });

  it("after 72 hours without a success: mails at 24 h, 48 h and at the pause", async () => {
    target.answer = answering(503);
    const webhook = await hook();
    const start = clock();
    const warnings: string[] = [];
    for (let hours = 0; hours <= 80; hours++) {
      clock.set(plus(start, hours * hour));
      if (hours % 13 === 0) await makeDeliveries(services, webhook, 1);
      await sendDue(services);
      mail.sent.length = 0;
      await Promise.all([warnOwners(services), warnOwners(services)]);
      await sendMails(services);
      for (const { subject } of mail.sent) warnings.push(`${hours} h: ${subject}`);
    }
    expect(warnings).toEqual([
      "24 h: A webhook has been failing for 24 hours",
      "48 h: A webhook has been failing for 48 hours and will soon be paused",
      expect.stringMatching(/^7[2-6] h: A webhook was paused$/),
    ]);
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      status: "paused",
      pausedReason: "delivery_failures",
    });
    await resumeWebhook(await as(services, owner), webhook.id, { replay: "none" });
    expect(await webhookRow(services, webhook.id)).toMatchObject({
      failingSince: null,
      toldStage: 0,
      failedAttemptCount: 0,
    });
  });

  it("an owner is notified as soon as the mail server is back, and once", async () => {
    target.answer = answering(410);
    await makeDeliveries(services, await hook(), 1);
    await sendDue(services);
    expect(await warnOwners(services)).toBe(1);
    const mailer = { send: () => Promise.reject(new Error("no")), close: () => undefined };
    await sendMails({ ...services, mailer });
    expect(await warnOwners(services)).toBe(0);
    await sendMails(services);
    expect(mail.sent).toEqual([]);
    clock.pass(minute);
    await sendMails(services);
    expect(mail.sent.map(({ subject }) => subject)).toEqual(["A webhook was paused"]);
  });

  it("the notice stage and the mail are written together", async () => {
    target.answer = answering(410);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    await services.db.execute(
      sql`alter table mails add constraint halted check (kind <> 'webhook_failing') not valid`,
    );
    await expect(warnOwners(services)).rejects.toThrow();
    expect(await webhookRow(services, webhook.id)).toMatchObject({ toldStage: 0 });
    await services.db.execute(sql`alter table mails drop constraint halted`);
    expect(await warnOwners(services)).toBe(1);
  });
});

describe("rotation", () => {
  it("both secrets sign during the overlap, also on a retry; afterwards only the new one", async () => {
    const webhook = await hook();
    const { secret } = await rotateSecret(await as(services, owner), webhook.id, { overlapSeconds: 3600 });
    target.answer = answering(500);
    await makeDeliveries(services, webhook, 1);
    await sendDue(services);
    clock.pass(5 * second);
    await sendDue(services);
    clock.pass(hour);
    await sendDue(services);
    expect(target.hits.map((hit) => isSignedWith(secret, hit))).toEqual([true, true, true]);
    expect(target.hits.map((hit) => isSignedWith(webhook.secret, hit))).toEqual([true, true, false]);
  });
});

describe("concurrency", () => {
  /** No request times out, however busy the machine is. */
  const patientSender = () => {
    const { webhookAllowHosts: allowHosts } = services.settings;
    return createSender({ allowHosts, connectTimeoutMs: minute, totalTimeoutMs: minute });
  };

  it("at most five requests to one webhook, across all processes", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 60);
    let now = 0;
    let most = 0;
    target.answer = (_request, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.end();
      }, 15);
    };
    const engines = Array.from({ length: 4 }, () => deliveryEngine(services));
    for (const engine of engines) engine.wake();
    while ((await deliveriesOf(services, webhook.id)).some(({ status }) => status === "pending")) {
      for (const engine of engines) engine.wake();
      await delay(20);
    }
    await Promise.all(engines.map((engine) => engine.stop()));
    expect(most).toBe(5);
    expect(new Set(ids()).size).toBe(60);
    expect(ids()).toHaveLength(60);
  });

  it("a hanging receiver delays only itself", async () => {
    const hanging = await receiver(services, () => undefined);
    const good = await hook();
    const bad = await hook({ url: hanging.url });
    await makeDeliveries(services, bad, 200);
    await makeDeliveries(services, good, 300);
    const engine = deliveryEngine(services);
    engine.wake();
    // Far less than the fifteen seconds after which the first hanging request would time out.
    await expect.poll(() => target.hits.length, { timeout: 12_000 }).toBe(300);
    expect(hanging.hits).toHaveLength(5);
    expect((await deliveriesOf(services, bad.id)).every(({ attemptCount }) => attemptCount === 0)).toBe(true);
    await engine.stop(0);
    await hanging.close();
  });

  it("two hundred webhooks that start to hang together delay only themselves, before any of them is known to fail", async () => {
    const hanging = await receiver(services, () => undefined);
    for (let i = 0; i < 200; i++) await makeDeliveries(services, await hook({ url: hanging.url }), 10);
    await makeDeliveries(services, await hook(), 200);
    const engine = deliveryEngine(services, { sender: patientSender() });
    engine.wake();
    await expect.poll(() => target.hits.length, { timeout: 45_000 }).toBe(200);
    const failed = await services.db.$count(webhookDeliveries, gt(webhookDeliveries.attemptCount, 0));
    expect(failed).toBeLessThanOrEqual(200);
    await engine.stop(0);
    await hanging.close();
  });

  it("the result of a worker that lost its lease is dropped; the new holder sends again and records", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    const waiting: ServerResponse[] = [];
    target.answer = (_request, response) => void waiting.push(response);
    const [dead, heir] = [deliveryEngine(services), deliveryEngine(services)];
    dead.wake();
    await expect.poll(() => waiting.length).toBe(1);
    await services.db.update(workers).set({ aliveUntil: new Date(0) });
    heir.wake();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.writeHead(500).end();
    await delay(200);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({ status: "pending", attemptCount: 0 });
    waiting[1]?.writeHead(204).end();
    await Promise.all([dead.idle(), heir.idle()]);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({ status: "succeeded", attemptCount: 1 });
    expect(await services.db.select().from(webhookAttempts)).toHaveLength(1);
    expect(target.hits).toHaveLength(2);
    await Promise.all([dead.stop(), heir.stop()]);
  });

  it("deliveries that another process queues for a webhook leased by this one are sent by this one, within a second", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    const waiting: ServerResponse[] = [];
    target.answer = (_request, response) => void waiting.push(response);
    const [first, second] = [deliveryEngine(services), deliveryEngine(services)];
    first.wake();
    await expect.poll(() => waiting.length).toBe(1);
    // The writing process wakes only its own engine.
    await makeDeliveries(services, webhook, 1);
    second.wake();
    await expect.poll(() => waiting.length, { timeout: 1500 }).toBe(2);
    expect(second.takeSentCount()).toBe(0);
    for (const response of waiting) response.end();
    await Promise.all([first.idle(), second.idle()]);
    expect(target.hits).toHaveLength(2);
    await Promise.all([first.stop(), second.stop()]);
  });

  it("a failing webhook is probed with one request at a time", async () => {
    let now = 0;
    let most = 0;
    const webhook = await hook();
    await services.db.update(webhooks).set({ failingSince: clock() }).where(eq(webhooks.id, webhook.id));
    await makeDeliveries(services, webhook, 8);
    target.answer = (_request, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.writeHead(500).end();
      }, 5);
    };
    await sendDue(services);
    expect([most, target.hits.length]).toEqual([1, 8]);
  });

  it("concurrent engines over 10,000 deliveries of 40 webhooks: each exactly once", async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => hook()));
    for (const webhook of made) await makeDeliveries(services, webhook, 250);
    const engines = Array.from({ length: 3 }, () => deliveryEngine(services, { sender: patientSender() }));
    for (const engine of engines) engine.wake();
    while (target.hits.length < 10_000) {
      for (const engine of engines) engine.wake();
      await delay(20);
    }
    await Promise.all(engines.map((engine) => engine.idle()));
    await Promise.all(engines.map((engine) => engine.stop()));
    expect(ids()).toHaveLength(10_000);
    expect(new Set(ids()).size).toBe(10_000);
    const outcomes = await services.db.execute(
      sql`select error, count(*)::int as n from webhook_attempts group by error`,
    );
    expect([...outcomes]).toEqual([{ error: null, n: 10_000 }]);
    const left = await services.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.status, "pending"));
    expect(left).toEqual([]);
  }, 120_000);

  it("more webhooks than one claim covers: every one gets its turn", async () => {
    const made = await Promise.all(Array.from({ length: 90 }, () => hook()));
    for (const webhook of made) await makeDeliveries(services, webhook, 2);
    await sendDue(services);
    expect(new Set(ids()).size).toBe(180);
  });
});

describe("claims", () => {
  const laneOf = (webhook: { id: string; workspaceId: string }, capacity = 100, inHand: string[] = []) => ({
    workspaceId: webhook.workspaceId,
    lane: webhook.id,
    capacity,
    inHand,
  });
  const succeeded = (item: ClaimedDelivery) => ({
    item,
    startedAt: clock(),
    requestHeaders: {},
    random: 0.5,
    outcome: {
      ...{ ok: true, httpStatus: 200, error: null, message: null, durationMs: 1 },
      ...{ isWhole: true, responseHeaders: {}, responseBody: null, retryAfter: undefined },
    },
  });

  it("oldest due first, up to the capacity, and none in hand; a claim writes no delivery", async () => {
    const webhook = await hook();
    const late = await makeDeliveries(services, webhook, 2, { nextAttemptAt: plus(clock(), -1) });
    const early = await makeDeliveries(services, webhook, 2, { nextAttemptAt: plus(clock(), -5) });
    await makeDeliveries(services, webhook, 1, { nextAttemptAt: plus(clock(), 1) });
    const before = await deliveriesOf(services, webhook.id);
    const taken = async (lane: LaneCapacity) =>
      (await claimDeliveries(services, [lane])).items.map(({ id }) => id);
    expect(new Set(await taken(laneOf(webhook, 3)))).toEqual(new Set([...early, late[0]]));
    expect(await taken(laneOf(webhook, 3, [...early]))).toEqual(late);
    expect(await deliveriesOf(services, webhook.id)).toEqual(before);
  });

  it("the result of an attempt that another worker has recorded is dropped", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    const [[slow], [quick]] = [
      (await claimDeliveries(services, [laneOf(webhook)])).items,
      (await claimDeliveries(services, [laneOf(webhook)])).items,
    ];
    if (!slow || !quick) throw new Error("Nothing was claimed");
    const record = (item: ClaimedDelivery) =>
      services.db.transaction((tx) => recordAttempts(tx, [succeeded(item)], clock()));
    await record(quick);
    await record(slow);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({ status: "succeeded", attemptCount: 1 });
    expect(await services.db.select().from(webhookAttempts)).toHaveLength(1);
  });

  it("a delivery that a resume gave up while it was in flight is recorded if it arrives, and only then", async () => {
    const ctx = await as(services, owner);
    const waiting: ServerResponse[] = [];
    target.answer = (_request, response) => void waiting.push(response);
    const webhook = await hook();
    await makeDeliveries(services, webhook, 2);
    const engine = deliveryEngine(services);
    engine.wake();
    await expect.poll(() => waiting.length).toBe(2);
    await pauseWebhook(ctx, webhook.id);
    await resumeWebhook(ctx, webhook.id, { replay: "none" });
    for (const [n, response] of waiting.entries()) response.writeHead([200, 500][n] ?? 0).end();
    await engine.idle();
    await engine.stop();
    const rows = await deliveriesOf(services, webhook.id);
    expect(rows.map(({ status, error }) => [status, error]).sort()).toEqual([
      ["cancelled", "NOT_REPLAYED"],
      ["succeeded", null],
    ]);
  });

  it("a stop in the middle of a claim releases the claimed deliveries", async () => {
    for (let i = 0; i < 5; i++) await makeDeliveries(services, await hook(), 20);
    const engine = deliveryEngine(services);
    engine.wake();
    await engine.stop(0);
    expect(target.hits).toEqual([]);
    const rows = await services.db.select().from(webhookDeliveries);
    expect(rows.map(({ status }) => status)).toEqual(Array(100).fill("pending"));
    expect(await services.db.select().from(workLeases)).toEqual([]);
  });

  it("a stop leaves waiting and aborted deliveries due at once, and releases the webhook", async () => {
    const hanging = await receiver(services, () => undefined);
    const webhook = await hook({ url: hanging.url });
    await makeDeliveries(services, webhook, 9);
    const engine = deliveryEngine(services);
    engine.wake();
    await expect.poll(() => hanging.hits.length).toBe(5);
    await engine.stop(50);
    const rows = await deliveriesOf(services, webhook.id);
    expect(rows.map((row) => [row.status, row.attemptCount])).toEqual(Array(9).fill(["pending", 0]));
    expect(rows.every(({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt <= clock())).toBe(true);
    expect(await services.db.select().from(workLeases)).toEqual([]);
    await hanging.close();
  });
});

describe("the log", () => {
  it("is kept for 30 days, held events too", async () => {
    const webhook = await hook();
    const old = plus(clock(), -30 * day - 1);
    const [gone = ""] = await makeDeliveries(services, webhook, 1, {
      createdAt: old,
      status: "held",
      nextAttemptAt: null,
    });
    const [kept = ""] = await makeDeliveries(services, webhook, 1, {
      createdAt: plus(clock(), -30 * day + 1000),
    });
    for (const deliveryId of [gone, kept]) {
      const of = { workspaceId: workspace.id, deliveryId };
      const attempt = { number: 1, startedAt: old, durationMs: 1, url: "", requestHeaders: {} };
      await services.db.insert(webhookAttempts).values({ ...of, ...attempt });
    }
    const event = {
      workspaceId: workspace.id,
      messageId: "msg_x",
      type: "user.updated",
      subjectUserId: owner.id,
    } as const;
    const data = { userId: owner.id, previousStatus: null };
    await services.db.insert(events).values([
      { ...event, id: newId(), data, occurredAt: plus(clock(), -32 * day) },
      { ...event, id: newId(), data, occurredAt: plus(clock(), -30 * day) },
    ]);
    expect(await deleteOldDeliveries(services)).toBe(2);
    expect((await deliveriesOf(services, webhook.id)).map(({ id }) => id)).toEqual([kept]);
    for (const table of [webhookAttempts, webhookBodies])
      expect((await services.db.select().from(table)).map(({ deliveryId }) => deliveryId)).toEqual([kept]);
  });

  it("an attempt that is recorded while its delivery is being deleted for its age is deleted with it", async () => {
    const webhook = await hook();
    const [deliveryId = ""] = await makeDeliveries(services, webhook, 1, {
      createdAt: plus(clock(), -31 * day),
    });
    const key = { workspaceId: workspace.id, deliveryId };
    const attempt = { number: 1, startedAt: clock(), durationMs: 1, url: "", requestHeaders: {} };
    let sweep = Promise.resolve(0);
    await services.db.transaction(async (tx) => {
      await tx.update(webhookDeliveries).set({ attemptCount: 1 });
      await tx.insert(webhookAttempts).values({ ...key, ...attempt });
      sweep = deleteOldDeliveries(services);
      await expect
        .poll(async () => {
          const [row] = await services.db.execute(sql`
            select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
          return row?.count;
        })
        .toBe(1);
    });
    expect(await sweep).toBe(1);
    expect(await services.db.select().from(webhookAttempts)).toEqual([]);
  });
});

describe("a worker whose lease expired", () => {
  const waiting: ServerResponse[] = [];
  const holderOf = async (webhook: { id: string }) =>
    (await services.db.select().from(workLeases).where(eq(workLeases.lane, webhook.id)))[0]?.workerId;
  beforeEach(() => {
    waiting.length = 0;
    target.answer = (_request, response) => void waiting.push(response);
  });
  const answerAll = () => {
    target.answer = answering(204);
    for (const response of waiting) response.writeHead(204).end();
  };

  it("keeps a lane that no other worker has taken over: deliveries in flight are sent once, and recorded", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 3);
    const engine = deliveryEngine(services, { leaseMs: 400 });
    engine.wake();
    await expect.poll(() => waiting.length).toBe(3);
    const before = await holderOf(webhook);
    await expireWorkerLease(services, webhook.workspaceId);
    await expect.poll(() => holderOf(webhook), { timeout: 10_000 }).not.toBe(before);
    // Proves that it has polled and claimed since.
    await makeDeliveries(services, webhook, 1);
    engine.wake();
    await expect.poll(() => waiting.length).toBe(4);
    expect(new Set(ids()).size).toBe(4);
    answerAll();
    await engine.idle();
    await engine.stop();
    expect(target.hits).toHaveLength(4);
    for (const delivery of await deliveriesOf(services, webhook.id))
      expect(delivery).toMatchObject({ status: "succeeded", attemptCount: 1 });
  });

  it("does not resend deliveries in flight of a lane that it lost, and records nothing for them", async () => {
    const webhook = await hook();
    await makeDeliveries(services, webhook, 1);
    const engine = deliveryEngine(services, { leaseMs: 1000 });
    engine.wake();
    await expect.poll(() => waiting.length).toBe(1);
    const workerCount = () => services.db.$count(workers);
    await expireWorkerLease(services, webhook.workspaceId);
    const heir = new Leases(services, deliveriesWake);
    await heir.renew();
    const free = await heir.findFree([{ workspaceId: webhook.workspaceId, lane: webhook.id }]);
    expect(await heir.take(free)).toHaveLength(1);
    const known = await workerCount();
    await expect.poll(workerCount, { timeout: 10_000 }).toBe(known + 1);
    await heir.giveBack([{ workspaceId: webhook.workspaceId, lane: webhook.id }]);
    await makeDeliveries(services, webhook, 1);
    engine.wake();
    await expect.poll(() => waiting.length).toBe(2);
    expect(new Set(ids()).size).toBe(2);
    answerAll();
    await engine.idle();
    await engine.stop();
    // The outcome of the first attempt is unknown: it is sent once more.
    expect(target.hits).toHaveLength(3);
    for (const delivery of await deliveriesOf(services, webhook.id))
      expect(delivery).toMatchObject({ status: "succeeded", attemptCount: 1 });
  });
});
