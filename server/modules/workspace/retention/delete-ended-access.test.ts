import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { webhooks } from "@/drizzle/schema/webhooks";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { deleteEndedHooks } from "@/server/modules/integrations/webhooks/sweep";
import { makeKey, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDeliveries, makeWebhook } from "@/server/test/webhook-kit";
import { deleteEndedAccess } from "./delete-expired";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeWorkspace(services);
});

const yearsAgo = (years: number, earlierMs = 0): Date => {
  const at = new Date(testNow);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return plus(at, -earlierMs);
};
const keep = (endedAccessKeptYears: number | null, { id } = workspace) =>
  services.db.update(workspaces).set({ endedAccessKeptYears }).where(eq(workspaces.id, id));
const key = async (more: { revokedAt?: Date; expiresAt?: Date }, { id, people } = workspace) =>
  (await makeKey(services, { workspaceId: id, ownerId: people.admin.id, ...more })).id;
const idsIn = async (table: typeof apiKeys | typeof webhooks, ids: string[]) =>
  (await services.db.select({ id: table.id }).from(table).where(inArray(table.id, ids))).map(({ id }) => id);

/** An ended webhook. */
async function ended(revokedAt: Date, more: Partial<typeof webhooks.$inferInsert> = {}) {
  const made = await makeWebhook(services, workspace.people.admin, { url: "https://example.com/" });
  const change = { status: "revoked" as const, revokedAt, ...more };
  await services.db.update(webhooks).set(change).where(eq(webhooks.id, made.id));
  return made;
}

it("revoked and expired keys are deleted with their counters after the retention period; in other workspaces, and without a period, all stay", async () => {
  const other = await makeWorkspace(services);
  const gone = [
    await key({ revokedAt: yearsAgo(2, 1) }),
    await key({ expiresAt: yearsAgo(3) }),
    await key({ revokedAt: yearsAgo(1), expiresAt: yearsAgo(2, 1) }),
  ];
  const kept = [
    await key({}),
    await key({ revokedAt: yearsAgo(2) }),
    await key({ expiresAt: plus(testNow, day) }),
    await key({ revokedAt: yearsAgo(9) }, other),
  ];
  expect(await deleteEndedAccess(services)).toBe(0);
  await keep(2);
  const done = await Promise.all([1, 2, 3].map(() => deleteEndedAccess(services)));
  expect(done.reduce((sum, one) => sum + one)).toBe(3);
  expect((await idsIn(apiKeys, [...gone, ...kept])).sort()).toEqual(kept.sort());
  const counters = await services.db
    .select({ keyId: rateCounters.keyId })
    .from(rateCounters)
    .where(inArray(rateCounters.keyId, [...gone, ...kept]));
  expect(counters.map(({ keyId }) => keyId).sort()).toEqual(kept.sort());
});

it("a key stays as long as a webhook created with it, which stays as long as it has deliveries", async () => {
  await keep(1);
  const keyId = await key({ revokedAt: yearsAgo(5) });
  const going = await makeWebhook(services, workspace.people.admin, { url: "https://example.com/", keyId });
  expect(await deleteEndedAccess(services)).toBe(0);
  await services.db
    .update(webhooks)
    .set({ status: "revoked", revokedAt: yearsAgo(1, 1) })
    .where(eq(webhooks.id, going.id));
  const busy = await ended(yearsAgo(3));
  await makeDeliveries(services, busy, 1);
  expect(await deleteEndedAccess(services)).toBe(2);
  expect(await idsIn(webhooks, [going.id, busy.id])).toEqual([busy.id]);
  expect(await idsIn(apiKeys, [keyId])).toEqual([]);
});

it("the audit log keeps a key's actions, and shows that the key was deleted", async () => {
  const keyId = await key({ revokedAt: yearsAgo(2) });
  const line = { workspaceId: workspace.id, at: clock(), action: "label.create", resourceType: "label" };
  await services.db
    .insert(auditEvents)
    .values({ ...line, id: newId(), keyId, ownerId: workspace.people.admin.id });
  await keep(1);
  expect(await deleteEndedAccess(services)).toBe(1);
  const { audit } = await signedInCaller(services, workspace.people.admin);
  const { items } = await audit.list({ key: `key-${keyId}` } as never);
  expect(items).toMatchObject([{ action: "label.create", key: { id: `key-${keyId}`, name: null } }]);
});

it("a shorter period counts keys and webhooks first", async () => {
  await key({ revokedAt: yearsAgo(2, 1) });
  await key({ revokedAt: yearsAgo(1) });
  await ended(yearsAgo(4));
  const { retention } = await signedInCaller(services, workspace.people.admin);
  const others = { auditKeptYears: null, erasedLeaveKeptYears: null };
  const counted = async (endedAccessKeptYears: 1 | 2 | 3 | null) =>
    (await retention.countExpired({ ...others, endedAccessKeptYears })).endedAccessCount;
  expect([await counted(null), await counted(3), await counted(2)]).toEqual([0, 1, 2]);
});

it("hooks of apps are deleted 30 days after their end, once without deliveries, whatever the workspace's period; other webhooks stay", async () => {
  const app = { grantId: newId(), clientId: newId() };
  const gone = await ended(plus(testNow, -30 * day - 1), app);
  const busy = await ended(plus(testNow, -40 * day), app);
  await makeDeliveries(services, busy, 1);
  const kept = [busy, await ended(plus(testNow, -30 * day), app), await ended(yearsAgo(9))];
  expect(await deleteEndedHooks(services)).toBe(1);
  const left = await idsIn(webhooks, [gone.id, ...kept.map(({ id }) => id)]);
  expect(left.sort()).toEqual(kept.map(({ id }) => id).sort());
});
