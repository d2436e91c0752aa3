import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadActor } from "@/server/access/load-actor";
import { roleScopes, scopes } from "@/server/access/scopes";
import type { SignedIn } from "@/server/access/signed-in";
import { appRouter } from "@/server/api/trpc";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, hour } from "@/server/kernel/time/clock";
import { apiClient } from "@/server/test/api-client";
import {
  makeLegacyKey,
  makeWorkspace,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeWorkspace(services);
});
afterEach(() => clock.set(testNow));
afterAll(() => services.close());

/** The procedures as the pages call them, for one of the workspace's people. */
async function as(role: TestRole, where = workspace) {
  const { id: userId, name } = where.people[role];
  const found = await loadActor(services.db, where.id, userId, { type: "session", sessionId: "s" });
  if (!found) throw new Error("no such person");
  const signedIn: SignedIn = {
    actor: { ...found, userId },
    user: { id: userId, name, email: "" },
    workspace: { name: "", plan: found.plan, openApiEnabled: true },
    sessionId: "s",
  };
  return appRouter.createCaller({ services, requestId: "req_test", signedIn: async () => signedIn });
}

const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

it("apiKeys.isOwner: while the user has a key that is not revoked", async () => {
  const made = await makeWorkspace(services);
  const { apiKeys } = await as("user", made);
  expect(await apiKeys.isOwner()).toBe(false);
  const { key } = await apiKeys.create({ name: "Own", scopes: ["leaves:read"] });
  expect(await apiKeys.isOwner()).toBe(true);
  expect(await (await as("approver", made)).apiKeys.isOwner()).toBe(false);
  await apiKeys.revoke({ id: key.id });
  expect(await apiKeys.isOwner()).toBe(false);
});

describe("apiKeys.terms", () => {
  it.each([
    ["admin", "ADMIN", []],
    ["locationAdmin", "LOCATION_ADMIN", ["North"]],
    ["approver", "APPROVER", ["Sales"]],
    ["user", "USER", []],
  ] as const)("%s: names the places within reach", async (person, role, reachNames) => {
    const terms = await (await as(person)).apiKeys.terms();
    expect(terms).toMatchObject({ role, reachNames, addOn: "active", administrators: ["Ada Admin"] });
  });

  it("the add-on is off on the Free plan, and where it was disabled", async () => {
    const free = await makeWorkspace(services, { plan: "FREE" });
    expect((await (await as("user", free)).apiKeys.terms()).addOn).toBe("plan");
    await expect(
      (await as("admin", free)).apiKeys.create({ name: "x", scopes: ["users:read"] }),
    ).rejects.toEqual(refusal("FORBIDDEN"));
  });
});

describe("apiKeys.create", () => {
  it.each(testRoles)("%s may grant the scopes of the role and no others", async (person) => {
    const caller = await as(person);
    const { role } = await caller.apiKeys.terms();
    const made = await caller.apiKeys.create({ name: "Allowed", scopes: [...roleScopes[role]] });
    expect(made.plain).toMatch(/^svc_live_/);
    expect(JSON.stringify(made.key)).not.toContain(made.plain);
    for (const scope of scopes.filter((other) => !roleScopes[role].includes(other)))
      await expect(caller.apiKeys.create({ name: "x", scopes: [scope] })).rejects.toEqual(
        refusal("VALIDATION_ERROR"),
      );
  });

  it("400 an expiry in the past", async () => {
    const past = (await as("user")).apiKeys.create({ name: "x", scopes: ["users:read"], expiresAt: testNow });
    await expect(past).rejects.toEqual(refusal("VALIDATION_ERROR"));
  });
});

describe("apiKeys.page", () => {
  it("a key is unused after 30 days without a request, and expiring 14 days before its expiry", async () => {
    const where = await makeWorkspace(services);
    const caller = await as("user", where);
    const expiresAt = new Date(clock().getTime() + 40 * day);
    await caller.apiKeys.create({ name: "Forgotten", scopes: ["users:read"], expiresAt });
    const state = async () => (await (await as("user", where)).apiKeys.page({})).items[0];
    expect(await state()).toMatchObject({ state: "active", isUnused: false, isExpiring: false });
    clock.pass(30 * day + hour);
    expect(await state()).toMatchObject({ state: "active", isUnused: true, isExpiring: true });
    clock.pass(10 * day);
    expect(await state()).toMatchObject({ state: "expired", isUnused: false, isExpiring: false });
  });

  it("403 the whole workspace's keys unless the caller is an administrator", async () => {
    await expect((await as("approver")).apiKeys.page({ owner: "workspace" })).rejects.toEqual(
      refusal("FORBIDDEN"),
    );
    expect((await (await as("admin")).apiKeys.page({ owner: "workspace" })).items.length).toBeGreaterThan(0);
  });
});

describe("apiKeys.succession", () => {
  it("shows both keys of a rotation until the old one is revoked; the old one is quiet after a day", async () => {
    const where = await makeWorkspace(services);
    const caller = await as("admin", where);
    const api = apiClient(services);
    const old = await caller.apiKeys.create({ name: "Old", scopes: ["departments:read"] });
    await api.get("/v2/departments", { plain: old.plain });
    const { key } = await caller.apiKeys.create({
      name: "New",
      scopes: ["departments:read"],
      replacesKeyId: old.key.id,
    });
    const successor = () => caller.apiKeys.succession({ id: key.id });
    expect((await successor()).replaced).toMatchObject({ id: old.key.id, isQuiet: false, requestsToday: 1 });
    clock.pass(day + hour);
    expect((await successor()).replaced).toMatchObject({ isQuiet: true, requestsToday: 0 });
    const seen = await caller.apiKeys.succession({ id: old.key.id });
    expect(seen.replacements.map(({ name }) => name)).toEqual(["New"]);

    await caller.apiKeys.revoke({ id: key.id });
    expect((await caller.apiKeys.succession({ id: old.key.id })).replacements).toEqual([]);
  });

  it("404 seeing, renaming, revoking or replacing another user's key", async () => {
    const { key } = await (await as("admin")).apiKeys.create({ name: "Ada’s", scopes: ["users:read"] });
    const other = await as("approver");
    const { id } = key;
    const tries = await Promise.allSettled([
      other.apiKeys.get({ id }),
      other.apiKeys.succession({ id }),
      other.apiKeys.rename({ id, name: "Mine" }),
      other.apiKeys.revoke({ id }),
      other.apiKeys.create({ name: "x", scopes: ["users:read"], replacesKeyId: id }),
    ]);
    for (const tried of tries)
      expect(tried).toEqual({ status: "rejected", reason: refusal("RESOURCE_NOT_FOUND") });
  });

  it("409 for all but one of many concurrent revocations of a key", async () => {
    const caller = await as("admin");
    const { key } = await caller.apiKeys.create({ name: "Raced", scopes: ["users:read"] });
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => caller.apiKeys.revoke({ id: key.id })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await caller.apiKeys.get({ id: key.id })).toMatchObject({
      state: "revoked",
      revokedByName: "Ada Admin",
    });
  });
});

describe("legacyKeys", () => {
  it("403 unless the caller is an administrator, who sees the last four characters and deletes permanently", async () => {
    const { id, plain } = await makeLegacyKey(services, workspace.id);
    const ref = { id: encodeId("legacyKey", id) };
    await expect((await as("locationAdmin")).legacyKeys.page({})).rejects.toEqual(refusal("FORBIDDEN"));
    await expect((await as("locationAdmin")).legacyKeys.delete(ref)).rejects.toEqual(refusal("FORBIDDEN"));
    const admin = await as("admin");
    const { items } = await admin.legacyKeys.page({});
    const [view] = items;
    expect(view).toMatchObject({ ...ref, lastFour: plain.slice(-4), requestsToday: 0 });
    expect(JSON.stringify(view)).not.toContain(plain);
    expect(await admin.legacyKeys.get(ref)).toEqual(view);
    await expect((await as("locationAdmin")).legacyKeys.get(ref)).rejects.toEqual(refusal("FORBIDDEN"));
    await admin.legacyKeys.delete(ref);
    expect(await admin.legacyKeys.page({})).toEqual({ items: [], next: null, excluded: 0 });
    await expect(admin.legacyKeys.get(ref)).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
    await expect(admin.legacyKeys.delete(ref)).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
  });
});
