import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { pushSubscriptions, vapidKeys } from "@/drizzle/schema/push";
import { sessions } from "@/drizzle/schema/signin";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, minute } from "@/server/kernel/time/clock";
import { endAccess } from "@/server/modules/people/people/end-access";
import { deleteExpiredSignin } from "@/server/signin/delete-expired";
import { revokeOtherSessions } from "@/server/signin/revoke-other-sessions";
import { signOut } from "@/server/signin/sign-out";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import {
  makeBrowser,
  makeDevice,
  type PushService,
  sendPushes,
  shownIn,
  signInBrowser,
  startPushService,
} from "@/server/test/push-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { connectDevice } from "./connect-device";
import { deleteDevice } from "./delete-device";
import { deleteEndedDevices } from "./delete-ended-devices";
import { enqueuePushes } from "./enqueue";
import { listDevices } from "./list-devices";
import { resumeDevice } from "./resume-device";
import { PushSubscription } from "./schema";
import { sendTest } from "./send-test";
import { updateDevice } from "./update-device";
import { vapidKey } from "./vapid-key";

const clock = standingClock();
let push: PushService;
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  push = await startPushService();
  services = await testServices({ clock }, { WEBHOOK_ALLOW_HOSTS: push.host });
});
afterAll(async () => {
  await services.close();
  await push.close();
});
beforeEach(async () => {
  clock.set(testNow);
  push.received.length = 0;
  await services.db.delete(mails);
  await services.db.delete(pushSubscriptions);
  workspace = await makeWorkspace(services);
});

const rows = () => services.db.select().from(pushSubscriptions).orderBy(pushSubscriptions.createdAt);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
const tell = (ctx: Ctx, more = {}) =>
  inTransaction(ctx, (tx) =>
    enqueuePushes(tx, ctx.actor.workspaceId, [
      {
        ...{
          userId: ctx.actor.userId ?? "",
          kind: "push_decided",
          title: "Your leave",
          text: "It is approved",
        },
        ...{ path: "/dashboard", topic: "t", ...more },
      },
    ]),
  );
const firstId = async (ctx: Ctx) => decodeId("device", (await listDevices(ctx)).devices[0]?.id ?? "") ?? "";

describe("the installation's key", () => {
  it("is made once by processes that need it at the same time, and is sealed", async () => {
    await services.db.delete(vapidKeys);
    const processes = await Promise.all(
      Array.from({ length: 6 }, () => testServices({ clock }, { WEBHOOK_ALLOW_HOSTS: push.host })),
    );
    const keys = await Promise.all(processes.map(vapidKey));
    await Promise.all(processes.map((one) => one.close()));
    expect(new Set(keys.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1);
    const stored = await services.db.select().from(vapidKeys);
    expect(stored).toMatchObject([{ publicKey: keys[0]?.publicKey }]);
    expect(stored[0]?.privateKey.includes(Buffer.from(keys[0]?.privateKey ?? "", "base64url"))).toBe(false);
    expect(Buffer.from(keys[0]?.privateKey ?? "", "base64url")).toHaveLength(32);
    expect(Buffer.from(keys[0]?.publicKey ?? "", "base64url")).toHaveLength(65);
  });

  it("cannot be read with another encryption key", async () => {
    await vapidKey(services);
    const other = await testServices({ clock }, { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") });
    await expect(vapidKey(other)).rejects.toThrow("ENCRYPTION_KEY");
    await other.close();
  });
});

describe("a device", () => {
  it("is listed by its browser, and gets a test in the person's language", async () => {
    const { browser, ctx } = await makeDevice(services, workspace.people.user, push);
    const { publicKey, devices } = await listDevices(ctx);
    expect(publicKey).toBe((await vapidKey(services)).publicKey);
    expect(devices).toMatchObject([
      { isCurrent: true, userAgent: expect.stringContaining("Firefox"), usedAt: null },
    ]);
    await sendTest(ctx, await firstId(ctx));
    await sendPushes(services);
    expect(shownIn(browser, push)).toMatchObject([{ title: "It works", path: "/dashboard/settings/mail" }]);
    expect((await listDevices(ctx)).devices).toMatchObject([{ usedAt: testNow }]);
  });

  it("403 for a key; 422 without https, on a private address, with a bad key, or too long", async () => {
    const ctx = await signInBrowser(services, workspace.people.user);
    const { subscription } = makeBrowser(push);
    const bad = [
      { endpoint: "http://push.example.com/1" },
      { endpoint: "https://127.0.0.1/1" },
      { endpoint: "https://localhost/1" },
      { endpoint: "https://user@push.example.com/1" },
      { endpoint: `https://push.example.com/${"ö".repeat(500)}` },
      { keys: { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") } },
    ];
    for (const one of bad)
      expect(await refusal(connectDevice(ctx, { ...subscription, ...one }))).toBe("VALIDATION_ERROR");
    const malformed = [
      { endpoint: `https://push.example.com/${"a".repeat(1024)}` },
      { keys: { ...subscription.keys, auth: "AAAA" } },
      { keys: { ...subscription.keys, p256dh: "no base64!" } },
    ];
    for (const one of malformed)
      expect(() => validate(PushSubscription, { ...subscription, ...one })).toThrow();
    const key = {
      ...ctx,
      actor: { ...ctx.actor, via: { type: "apiKey", keyId: newId(), scopes: [] } as const },
    };
    expect(await refusal(connectDevice(key, subscription))).toBe("FORBIDDEN");
    expect(await rows()).toEqual([]);
  });

  it("409 where the operator has switched push notifications off, nothing is queued, and what waits is not sent", async () => {
    const { ctx } = await makeDevice(services, workspace.people.user, push);
    await tell(ctx);
    const off = await testServices({ clock }, { WEB_PUSH: "off" });
    const there = { ...ctx, services: off };
    expect(await refusal(connectDevice(there, makeBrowser(push).subscription))).toBe("CONFLICT");
    expect(await listDevices(there)).toMatchObject({ publicKey: null, devices: [{}] });
    await tell(there);
    await sendPushes(off);
    expect(await services.db.select().from(mails)).toMatchObject([{ status: "failed", error: "REFUSED" }]);
    expect(push.received).toEqual([]);
    await off.close();
  });

  it("one browser has one, however often and at once it is switched on; of another person it takes over", async () => {
    const { people } = workspace;
    const browser = makeBrowser(push);
    const ctx = await signInBrowser(services, people.user);
    await Promise.all(Array.from({ length: 8 }, () => connectDevice(ctx, browser.subscription)));
    expect(await rows()).toHaveLength(1);
    await connectDevice(ctx, makeBrowser(push).subscription);
    expect(await rows()).toHaveLength(1);
    await connectDevice(ctx, browser.subscription);
    const other = await signInBrowser(services, people.approver);
    await connectDevice(other, browser.subscription);
    expect(await rows()).toMatchObject([{ userId: people.approver.id, sessionId: other.sessionId }]);
  });

  it("ten at most, also of sixteen that are switched on at once: the longest unused ends", async () => {
    const { people } = workspace;
    const first = await makeDevice(services, people.user, push);
    const second = await makeDevice(services, people.user, push);
    clock.pass(minute);
    await tell(first.ctx, { deviceId: await firstId(second.ctx) });
    await Promise.all(
      Array.from({ length: 16 }, async () =>
        connectDevice(await signInBrowser(services, people.user), makeBrowser(push).subscription),
      ),
    );
    const left = await rows();
    expect(left).toHaveLength(10);
    expect(left.map(({ endpoint }) => endpoint)).not.toContain(first.browser.subscription.endpoint);
  });

  it("404 for another's; one's own ends with what waits for it", async () => {
    const { people } = workspace;
    const { ctx } = await makeDevice(services, people.user, push);
    const other = await signInBrowser(services, people.admin);
    const id = await firstId(ctx);
    for (const call of [deleteDevice, sendTest])
      expect(await refusal(call(other, id))).toBe("RESOURCE_NOT_FOUND");
    await tell(ctx);
    await deleteDevice(ctx, id);
    expect([await rows(), await services.db.select().from(mails)]).toEqual([[], []]);
  });

  it("429 after five tests at once", async () => {
    const { ctx } = await makeDevice(services, workspace.people.user, push);
    const id = await firstId(ctx);
    const sent = await Promise.all(Array.from({ length: 9 }, () => refusal(sendTest(ctx, id))));
    expect(sent.filter((one) => one === null)).toHaveLength(5);
    expect(sent.filter((one) => one !== null)).toEqual(Array(4).fill("RATE_LIMITED"));
  });

  it("its browser's new subscription takes its place; a stranger's changes nothing", async () => {
    const { browser, ctx } = await makeDevice(services, workspace.people.user, push);
    const renewed = makeBrowser(push);
    const change = { before: browser.subscription.endpoint, after: renewed.subscription };
    const stranger = await signInBrowser(services, workspace.people.admin);
    await updateDevice(stranger, change);
    expect(await rows()).toMatchObject([{ endpoint: browser.subscription.endpoint }]);
    await updateDevice(ctx, change);
    expect(await rows()).toMatchObject([{ endpoint: renewed.subscription.endpoint }]);
    await tell(ctx);
    await sendPushes(services);
    expect(shownIn(renewed, push)).toHaveLength(1);
  });
});

describe("a device ends", () => {
  it("with the sign-out of its browser, and with what waits for it", async () => {
    const { ctx } = await makeDevice(services, workspace.people.user, push);
    const elsewhere = await makeDevice(services, workspace.people.user, push);
    await tell(ctx);
    await signOut(services, { workspaceId: workspace.id, sessionId: ctx.sessionId });
    expect(await rows()).toMatchObject([{ sessionId: elsewhere.ctx.sessionId }]);
    await sendPushes(services);
    expect(push.received.map(({ path }) => path)).toEqual([elsewhere.browser.path]);
  });

  it("with “sign out everywhere else”, also where the session has expired and is gone", async () => {
    const expired = await makeDevice(services, workspace.people.user, push);
    await services.db.delete(sessions).where(eq(sessions.id, expired.ctx.sessionId));
    await makeDevice(services, workspace.people.user, push);
    const { ctx } = await makeDevice(services, workspace.people.user, push);
    const other = await makeDevice(services, workspace.people.admin, push);
    await revokeOtherSessions(ctx);
    expect((await rows()).map(({ sessionId }) => sessionId).sort()).toEqual(
      [ctx.sessionId, other.ctx.sessionId].sort(),
    );
  });

  it("with the person's access", async () => {
    await makeDevice(services, workspace.people.user, push);
    await inTransaction(await as(services, workspace.people.admin), (tx) =>
      endAccess(tx, workspace.people.user.id),
    );
    expect(await rows()).toEqual([]);
  });

  it("never while it is switched on in a session that ends at the same time", async () => {
    for (let round = 0; round < 15; round++) {
      const ctx = await signInBrowser(services, workspace.people.user);
      await Promise.allSettled([
        connectDevice(ctx, makeBrowser(push).subscription),
        signOut(services, { workspaceId: workspace.id, sessionId: ctx.sessionId }),
      ]);
      expect(await rows()).toEqual([]);
    }
  });

  it("never keeps a notification that is written at the same time, nor is in its way", async () => {
    for (let round = 0; round < 15; round++) {
      const { ctx } = await makeDevice(services, workspace.people.user, push);
      const ended = { workspaceId: workspace.id, sessionId: ctx.sessionId };
      await Promise.all([tell(ctx), signOut(services, ended), tell(ctx)]);
      expect(await services.db.select().from(mails)).toEqual([]);
    }
  });

  it("not with a session that expires: the next sign-in continues it, another person's ends it", async () => {
    const { people } = workspace;
    const { browser, ctx } = await makeDevice(services, people.user, push);
    clock.pass(30 * day);
    await deleteExpiredSignin(services);
    await tell(ctx);
    await sendPushes(services);
    expect(shownIn(browser, push)).toHaveLength(1);
    const { endpoint } = browser.subscription;
    const again = await signInBrowser(services, people.user);
    expect(await resumeDevice(again, { endpoint })).toEqual({ isOn: true });
    expect(await rows()).toMatchObject([{ sessionId: again.sessionId, signedInAt: clock() }]);
    const other = await signInBrowser(services, people.approver);
    expect(await resumeDevice(other, { endpoint })).toEqual({ isOn: false });
    expect(await rows()).toEqual([]);
  });

  it("90 days after its last sign-in, and at the end that its browser has set", async () => {
    const { people } = workspace;
    const { ctx } = await makeDevice(services, people.user, push);
    const { subscription } = makeBrowser(push);
    const brief = await signInBrowser(services, people.approver);
    await connectDevice(brief, { ...subscription, expirationTime: testNow.getTime() + day });
    clock.pass(day + minute);
    await tell(brief);
    expect(await services.db.select().from(mails)).toEqual([]);
    expect(await deleteEndedDevices(services)).toBe(1);
    clock.pass(90 * day);
    await tell(ctx);
    expect(await services.db.select().from(mails)).toEqual([]);
    expect(await deleteEndedDevices(services)).toBe(1);
    expect(await rows()).toEqual([]);
  });
});
