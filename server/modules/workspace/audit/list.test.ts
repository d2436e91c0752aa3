import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { csvStyles, parseCsv } from "@/server/kernel/text/csv";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { createCallerFactory, router } from "@/server/transport/trpc";
import { exportAudit } from "./export";
import { listAudit } from "./list";
import { listAuditChoices } from "./list-choices";
import type { AuditFilter } from "./schema";
import { searchAuditKeys } from "./search-keys";
import { searchAuditPeople } from "./search-people";
import { auditRouter } from "./trpc";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());

type Line = typeof auditEvents.$inferInsert;
const minutesAgo = (n: number) => new Date(testNow.getTime() - n * 60_000);

async function write(lines: Partial<Line>[]): Promise<void> {
  await services.db.insert(auditEvents).values(
    lines.map((line, index) => ({
      workspaceId: workspace.id,
      id: newId(),
      at: minutesAgo(index),
      action: "leave.approve",
      resourceType: "leave",
      resourceId: newId(),
      ...line,
    })),
  );
}

beforeEach(async () => {
  workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
  const { admin, user } = workspace.people;
  await write([
    { action: "user.update", resourceType: "user", resourceId: user.id, actingUserId: admin.id },
    { action: "leave.approve", actingUserId: user.id, ownerId: admin.id, keyId: key.id, requestId: "req_1" },
    {
      action: "leave_type.update",
      resourceType: "leave_type",
      changes: { name: { from: "=A", to: 'B "b"' } },
    },
    { action: "leave.expire" },
  ]);
});

type Member = "admin" | "locationAdmin" | "user";
async function actingAs(member: Member) {
  const { id } = workspace.people[member];
  const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: id });
  if (!actor) throw new Error("no such person");
  return ctxFor(services, actor, newRequestId());
}
const actions = async (filter: AuditFilter = {}) =>
  (await listAudit(await actingAs("admin"), filter, { limit: 10, after: null })).items.map(
    ({ action }) => action,
  );

it("newest first, with names of people and keys, and nothing from another workspace", async () => {
  const { items } = await listAudit(await actingAs("admin"), {}, { limit: 10, after: null });
  expect(items.map(({ action }) => action)).toEqual([
    "user.update",
    "leave.approve",
    "leave_type.update",
    "leave.expire",
  ]);
  expect(items[1]).toMatchObject({ actingUserName: "Uma User", ownerName: "Ada Admin", keyName: "Test key" });
});

it("filters by person, key, action, resource and time, all combined", async () => {
  const { admin, user } = workspace.people;
  expect(await actions({ actor: admin.id })).toEqual(["user.update", "leave.approve"]);
  expect(await actions({ actor: user.id })).toEqual(["leave.approve"]);
  expect(await actions({ key: key.id })).toEqual(["leave.approve"]);
  expect(await actions({ action: "leave" })).toEqual(["leave.approve", "leave.expire"]);
  expect(await actions({ action: "leave.expire" })).toEqual(["leave.expire"]);
  expect(await actions({ action: "leave%" })).toEqual([]);
  expect(await actions({ resourceType: "leave_type" })).toEqual(["leave_type.update"]);
  expect(await actions({ resourceId: encodeId("user", user.id) })).toEqual(["user.update"]);
  expect(await actions({ from: minutesAgo(2), to: minutesAgo(0) })).toEqual([
    "leave.approve",
    "leave_type.update",
  ]);
  expect(await actions({ actor: admin.id, action: "leave" })).toEqual(["leave.approve"]);
});

it("names the locations whose policies a line changes", async () => {
  const { north, south } = workspace.locations;
  const gone = newId();
  const from = [{ locationId: north, yearlyQuota: 1 }];
  const to = [...from, { locationId: south }, { locationId: gone }];
  await write([{ action: "leave_type.update", at: minutesAgo(-1), changes: { policies: { from, to } } }]);
  const caller = await signedInCaller(services, workspace.people.admin);
  const { items } = await caller.audit.list({ action: "leave_type" });
  expect(items.map(({ placeNames }) => placeNames)).toEqual([
    { [encodeId("location", north)]: "North", [encodeId("location", south)]: "South" },
    {},
  ]);
});

it("says whether a filter excludes lines, or there are none", async () => {
  const admin = await actingAs("admin");
  const start = { limit: 10, after: null };
  expect(await listAudit(admin, { action: "nothing" }, start)).toEqual({
    items: [],
    next: null,
    excluded: 1,
  });
  workspace = await makeWorkspace(services);
  expect(await listAudit(await actingAs("admin"), {}, start)).toEqual({ items: [], next: null, excluded: 0 });
});

it("offers filter options from the log, and nothing from another workspace", async () => {
  const { admin, user } = workspace.people;
  const ctx = await actingAs("admin");
  expect(await searchAuditPeople(ctx, { limit: 50 })).toEqual({
    items: [
      { id: admin.id, name: "Ada Admin" },
      { id: user.id, name: "Uma User" },
    ],
    hasMore: false,
  });
  expect(await searchAuditPeople(ctx, { limit: 1 })).toEqual({
    items: [{ id: admin.id, name: "Ada Admin" }],
    hasMore: true,
  });
  expect((await searchAuditPeople(ctx, { text: "UMA", limit: 50 })).items).toEqual([
    { id: user.id, name: "Uma User" },
  ]);
  expect((await searchAuditPeople(ctx, { text: "%", limit: 50 })).items).toEqual([]);
  expect((await searchAuditKeys(ctx, { limit: 50 })).items).toEqual([{ id: key.id, name: "Test key" }]);
  expect((await searchAuditKeys(ctx, { text: "nothing", limit: 50 })).items).toEqual([]);
  expect(await listAuditChoices(ctx, { actor: user.id, key: key.id })).toEqual({
    actorName: "Uma User",
    keyName: "Test key",
    actions: [
      { action: "leave.approve", resourceType: "leave" },
      { action: "leave.expire", resourceType: "leave" },
      { action: "leave_type.update", resourceType: "leave_type" },
      { action: "user.update", resourceType: "user" },
    ],
  });
});

it("403 unless the caller is an administrator, also for the export", async () => {
  for (const member of ["locationAdmin", "user"] as const) {
    const ctx = await actingAs(member);
    await expect(listAudit(ctx, {}, { limit: 10, after: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(listAuditChoices(ctx, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(searchAuditPeople(ctx, { limit: 50 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(searchAuditKeys(ctx, { limit: 50 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(() => exportAudit(ctx, {}, csvStyles.comma)).toThrowError("Only administrators");
  }
});

it("pages neither lose nor repeat lines, also among lines of the same instant", async () => {
  await write(Array.from({ length: 7 }, (_, i) => ({ action: `x.${i}`, at: minutesAgo(9) })));
  const ctx = await actingAs("admin");
  const id = workspace.people.admin.id;
  const session = {
    actor: { ...ctx.actor, userId: id },
    user: { id, name: "Ada", email: "a@example.com" },
    workspace: { name: "Test", plan: "COMPLETE", openApiEnabled: true },
    sessionId: id,
  } as const;
  const caller = createCallerFactory(router({ audit: auditRouter }))({
    services,
    requestId: newRequestId(),
    signedIn: async () => session,
  });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.audit.list({ limit: 3, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(11);
  expect(new Set(seen).size).toBe(11);
});

it("the CSV contains every line once, public ids, and no formula", async () => {
  await write(Array.from({ length: 2500 }, (_, i) => ({ action: "x.y", requestId: `=${i}` })));
  let text = "";
  for await (const part of exportAudit(await actingAs("admin"), {}, csvStyles.comma)) text += part;
  const [header, ...rows] = parseCsv(text);
  expect(header?.slice(0, 4)).toEqual(["time", "action", "resourceType", "resourceId"]);
  expect(rows).toHaveLength(2504);
  const cells = rows.find((row) => row[1] === "user.update");
  expect(cells).toMatchObject({ 3: encodeId("user", workspace.people.user.id), 5: "Ada Admin" });
  expect(rows.flat().filter((cell) => cell.startsWith("="))).toEqual([]);
});
