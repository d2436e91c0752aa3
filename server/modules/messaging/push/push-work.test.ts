import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus, second } from "@/server/kernel/time/clock";
import { createSender } from "@/server/modules/integrations/webhooks/sender";
import { listUnsent } from "@/server/modules/messaging/outbox/list-unsent";
import { sendAllAgain } from "@/server/modules/messaging/outbox/send-again";
import { deleteOldMails } from "@/server/modules/messaging/outbox/sweep";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { mailRows, postOffice, sendMails } from "@/server/test/mail-kit";
import { makeDevice, type PushService, sendPushes, shownIn, startPushService } from "@/server/test/push-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { Engine } from "@/server/worker/engine";
import { enqueuePushes } from "./enqueue";
import { contactOf } from "./policy";
import { pushWork } from "./push-work";
import { vapidKey } from "./vapid-key";

const clock = standingClock();
const office = postOffice();
let push: PushService;
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  push = await startPushService();
  services = await testServices(
    { clock, mailer: office },
    { WEBHOOK_ALLOW_HOSTS: push.host, EMAIL_FROM: "Timeaway <leave@example.com>", LOG_LEVEL: "silent" },
  );
});
afterAll(async () => {
  await services.close();
  await push.close();
});
beforeEach(async () => {
  clock.set(testNow);
  push.received.length = 0;
  push.answers.length = 0;
  await services.db.delete(mails);
  await services.db.delete(pushSubscriptions);
  workspace = await makeWorkspace(services);
});

const device = () => makeDevice(services, workspace.people.user, push);
const tell = (ctx: Ctx, more = {}) =>
  inTransaction(ctx, (tx) =>
    enqueuePushes(tx, ctx.actor.workspaceId, [
      {
        ...{
          userId: ctx.actor.userId ?? "",
          kind: "push_decided",
          title: "Your leave",
          text: "Est approuvée ✓",
        },
        ...{ path: "/dashboard/leaves", topic: "leave-1", ...more },
      },
    ]),
  );
const row = async () => (await mailRows(services))[0];
const devices = () => services.db.select().from(pushSubscriptions);

describe("a push notification", () => {
  it("arrives encrypted for its browser, under our key, with life, urgency and topic, and nothing more", async () => {
    const { browser, ctx } = await device();
    await tell(ctx);
    expect((await row())?.content?.toString("latin1")).not.toContain("Est");
    await sendPushes(services);
    expect(shownIn(browser, push)).toEqual([
      { title: "Your leave", text: "Est approuvée ✓", path: "/dashboard/leaves", topic: "leave-1" },
    ]);
    const [sent] = push.received;
    expect(sent?.publicKey).toBe((await vapidKey(services)).publicKey);
    expect(sent?.token).toMatchObject({ sub: "mailto:leave@example.com", aud: push.url });
    expect(Number(sent?.token.exp) * second).toBeLessThan(Date.now() + day);
    const { authorization: _, ...headers } = sent?.headers ?? {};
    expect(headers).toEqual({
      ...{ host: push.host, connection: "keep-alive", "content-length": String(sent?.body.length) },
      ...{ "content-type": "application/octet-stream", "content-encoding": "aes128gcm" },
      ...{ ttl: "86400", urgency: "normal", topic: "leave-1" },
    });
    expect(await row()).toMatchObject({
      status: "sent",
      content: null,
      pushAttemptAt: null,
      attemptCount: 1,
    });
    expect(await devices()).toMatchObject([{ usedAt: testNow }]);
  });

  it("goes to each device of the person, once, by any number of processes", async () => {
    const { ctx } = await device();
    const all = [await device(), await device(), await device()];
    await tell(ctx);
    await sendPushes(services, 4);
    expect(push.received).toHaveLength(4);
    for (const { browser } of all) expect(shownIn(browser, push)).toHaveLength(1);
  });

  it("a person without a device gets none, and a rolled back change sends none", async () => {
    const { ctx } = await device();
    await tell(ctx, { userId: workspace.people.admin.id });
    await inTransaction(ctx, async (tx) => {
      await enqueuePushes(tx, workspace.id, [
        { userId: workspace.people.user.id, kind: "push_test", title: "", text: "", path: "/", topic: "t" },
      ]);
      throw new Error("undone");
    }).catch(() => undefined);
    expect(await mailRows(services)).toEqual([]);
  });

  it("404 and 410 end the device, with everything that waits for it", async () => {
    for (const status of [404, 410]) {
      const { ctx } = await device();
      await tell(ctx);
      await tell(ctx, { topic: "leave-2" });
      push.answers.push({ status }, { status });
      await sendPushes(services);
      expect([await devices(), await mailRows(services)]).toEqual([[], []]);
    }
  });

  it("429 and 503 are retried by the outbox's table, not before Retry-After, until the news is over", async () => {
    const { browser, ctx } = await device();
    await tell(ctx);
    push.answers.push({ status: 429, headers: { "retry-after": "600" } });
    await sendPushes(services);
    expect(await row()).toMatchObject({
      ...{ status: "pending", error: "RATE_LIMITED", pushAttemptAt: plus(testNow, 600 * second) },
      ...{ nextAttemptAt: null, bulkAttemptAt: null },
    });
    clock.pass(9 * minute);
    await sendPushes(services);
    expect(push.received).toHaveLength(1);
    clock.pass(minute);
    push.answers.push({ status: 503 });
    await sendPushes(services);
    expect(await row()).toMatchObject({ status: "pending", error: "UNAVAILABLE" });
    clock.pass(2 * minute);
    await sendPushes(services);
    expect(shownIn(browser, push)).toHaveLength(3);
    expect(push.received.at(-1)?.headers.ttl).toBe(String((day - 12 * minute) / second));
    expect(await row()).toMatchObject({ status: "sent", attemptCount: 3 });
  });

  it("expires with its news: later it is not sent", async () => {
    const { ctx } = await device();
    await tell(ctx, { expiresAt: plus(testNow, hour) });
    clock.pass(hour);
    await sendPushes(services);
    expect(push.received).toEqual([]);
    expect(await row()).toMatchObject({ status: "failed", error: "EXPIRED" });
  });

  it("an answer that never comes is an attempt, and a repetition has the same topic", async () => {
    const { browser, ctx } = await device();
    await tell(ctx);
    push.answers.push(null);
    const sender = createSender({ allowHosts: [push.host], totalTimeoutMs: 200 });
    const engine = new Engine(services, pushWork(services, { sender, random: () => 0 }));
    engine.wake();
    await engine.idle();
    await engine.stop();
    expect(await row()).toMatchObject({ status: "pending", error: "UNAVAILABLE", unknownCount: 0 });
    clock.pass(minute);
    await sendPushes(services);
    expect(shownIn(browser, push).map(({ topic }) => topic)).toEqual(["leave-1", "leave-1"]);
  });

  it("two attempts without a record are the last: a process died, and the outcome is unknown", async () => {
    const { ctx } = await device();
    await tell(ctx);
    await services.db.update(mails).set({ attemptOpen: true, unknownCount: 1 });
    await sendPushes(services);
    expect(push.received).toEqual([]);
    expect(await row()).toMatchObject({ status: "failed", error: "UNKNOWN_OUTCOME" });
  });

  it("an address that is not public any more is refused, and redirects are not followed", async () => {
    const { ctx } = await device();
    await tell(ctx);
    push.answers.push({ status: 307, headers: { location: `${push.url}/push/elsewhere` } });
    await sendPushes(services);
    expect(push.received).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "failed", error: "REFUSED" });
    const strict = createSender({ allowHosts: [] });
    await sendAllAgain(services, {});
    const engine = new Engine(services, pushWork(services, { sender: strict }));
    engine.wake();
    await engine.idle();
    await engine.stop();
    expect(push.received).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "failed", error: "REFUSED" });
  });

  it("the operator sees it without its text, sends it again, and it is swept", async () => {
    const { browser, ctx } = await device();
    await tell(ctx);
    push.answers.push({ status: 403 });
    await sendPushes(services);
    const [failed] = await listUnsent(services, { limit: 10 });
    expect(failed).toMatchObject({
      ...{ kind: "push_decided", recipient: push.host, subject: "Your leave", canBeSentAgain: true },
      ...{ status: "failed", error: "UNAUTHORIZED" },
    });
    expect(await sendAllAgain(services, {})).toEqual({ failedCount: 1, waitingCount: 0 });
    await sendPushes(services);
    expect(shownIn(browser, push)).toHaveLength(2);
    clock.pass(8 * day);
    await deleteOldMails(services);
    expect(await mailRows(services)).toEqual([]);
  });

  it("mails wait for no push notification, and are not sent as one", async () => {
    const { ctx } = await device();
    await tell(ctx);
    await sendMails(services);
    expect(office.sent).toEqual([]);
    expect(await row()).toMatchObject({ status: "pending", attemptCount: 0 });
  });
});

it.each([
  ["Timeaway <leave@example.com>", "https://leave.example.com", "mailto:leave@example.com"],
  ["Timeaway <no-reply@localhost>", "https://leave.example.com", "https://leave.example.com"],
  ["Timeaway <no-reply@localhost>", "http://localhost:3000", "mailto:no-reply@localhost"],
])("push services can write to %s at %s: %s", (emailFrom, appUrl, contact) => {
  expect(contactOf({ emailFrom, appUrl })).toBe(contact);
});
