import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  type CastMember,
  makeKey,
  makeKeys,
  makeLeave,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import type { UsersUpdateResult } from "./schema";

interface Operation {
  status: string;
  result: { body: Single<UsersUpdateResult> } | null;
  error: Refused["error"] | null;
}

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const idOf = (member: CastMember) => encodeId("user", workspace.people[member].id);
const department = (name: keyof TestWorkspace["departments"]) =>
  encodeId("department", workspace.departments[name]);
const location = (name: keyof TestWorkspace["locations"]) => encodeId("location", workspace.locations[name]);

const send = ({ userIds, ...change }: { userIds: string[]; [field: string]: unknown }, key = keys.admin) =>
  api.v2<{ operation: { url: string } }>("POST", "/v2/users/bulk-update", { key, json: { userIds, change } });
async function operationOf(json: Parameters<typeof send>[0], key = keys.admin): Promise<Operation> {
  const accepted = await send(json, key);
  expect(accepted.status).toBe(202);
  await carriedOut(services);
  return (await api.get<Single<Operation>>(accepted.body.operation.url, key)).body.data;
}
async function update(json: Parameters<typeof send>[0], key = keys.admin): Promise<UsersUpdateResult> {
  const { result, error } = await operationOf(json, key);
  if (!result) throw new Error(JSON.stringify(error));
  return result.body.data;
}
/** The outcome of each person, in the order of the request. */
const outcomesOf = ({ users }: UsersUpdateResult, members: readonly CastMember[]) =>
  members.map((member) => {
    const found = users.find(({ id }) => id === idOf(member));
    return found?.code ?? found?.status;
  });
const personOf = async (member: CastMember) => {
  const read = await api.get<Single<Record<string, unknown>>>(`/v2/users/${idOf(member)}`, keys.admin);
  return read.body.data;
};
const eventsOf = (type: string) =>
  services.db
    .select()
    .from(events)
    .where(and(eq(events.workspaceId, workspace.id), eq(events.type, type as "user.updated")));

describe("POST /v2/users/bulk-update", () => {
  it("202 changes places and labels, with an event and an audit line for each changed person", async () => {
    const members = ["user", "northSeller", "platformer"] as const;
    const result = await update({
      userIds: members.map(idOf),
      departmentId: department("sales"),
      addLabels: ["Night shift"],
      removeLabels: ["Remote"],
    });
    expect(result).toMatchObject({ changedCount: 3, unchangedCount: 0, failedCount: 0 });
    expect(await personOf("platformer")).toMatchObject({
      departmentId: department("sales"),
      labels: ["Night shift"],
    });
    expect(await personOf("user")).toMatchObject({
      departmentId: department("sales"),
      labels: ["Night shift"],
    });
    const emitted = await eventsOf("user.updated");
    expect(emitted).toHaveLength(3);
    expect(emitted.map(({ data }) => (data as { snapshot?: { labels: string[] } }).snapshot?.labels)).toEqual(
      Array(3).fill(["Night shift"]),
    );
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id));
    const ofPia = lines.find(({ resourceId }) => resourceId === workspace.people.platformer.id);
    expect(ofPia).toMatchObject({
      action: "user.update",
      changes: {
        labels: { from: [], to: ["Night shift"] },
        departmentId: { to: workspace.departments.sales },
      },
    });
    const again = await update({ userIds: members.map(idOf), departmentId: department("sales") });
    expect(again).toMatchObject({ changedCount: 0, unchangedCount: 3 });
    expect(await eventsOf("user.updated")).toHaveLength(3);
  });

  it("202 skips people who cannot be changed, with the reason", async () => {
    const change = { locationId: location("north") };
    const members = ["northSeller", "user", "admin", "locationAdmin", "deleted"] as const;
    const result = await update({ userIds: members.map(idOf), ...change }, keys.locationAdmin);
    // The key learns nothing of people out of reach; within reach it also gets their names.
    expect(outcomesOf(result, members)).toEqual([
      "unchanged",
      "NOT_FOUND",
      "HIGHER_ROLE",
      "unchanged",
      "NOT_FOUND",
    ]);
    expect(result.users.find(({ id }) => id === idOf("user"))?.name).toBeNull();
    expect(outcomesOf(await update({ userIds: [idOf("deleted")], ...change }), ["deleted"])).toEqual([
      "DELETED",
    ]);
    const stranger = encodeId("user", newId());
    expect((await update({ userIds: [stranger], ...change })).users[0]).toMatchObject({ code: "NOT_FOUND" });
  });

  it("202 deactivates, but neither the caller nor the last administrator", async () => {
    const members = ["admin", "user", "inactive", "northSeller"] as const;
    const result = await update({ userIds: members.map(idOf), deactivate: true });
    expect(outcomesOf(result, members)).toEqual(["YOURSELF", "changed", "unchanged", "changed"]);
    expect(await personOf("user")).toMatchObject({ status: "INACTIVE" });
    expect(await eventsOf("user.deactivated")).toHaveLength(2);
    await services.db
      .update(users)
      .set({ isAdmin: true })
      .where(eq(users.id, workspace.people.platformer.id));
    const ownerId = workspace.people.platformer.id;
    const second = await makeKey(services, { workspaceId: workspace.id, ownerId });
    expect(
      outcomesOf(await update({ userIds: [idOf("admin")], deactivate: true }, second), ["admin"]),
    ).toEqual(["changed"]);
  });

  it("FAILED with every place and label that does not exist or lies out of reach; no one changes", async () => {
    const { status, error } = await operationOf(
      { userIds: [idOf("northSeller")], locationId: location("south"), addLabels: ["Remote", "Nope"] },
      keys.locationAdmin,
    );
    expect(status).toBe("FAILED");
    expect(error?.details?.fields?.map(({ path }) => path)).toEqual([
      "change.locationId",
      "change.addLabels.1",
    ]);
  });

  it("400 a body without changes, FAILED for a role without the right", async () => {
    expect((await send({ userIds: [idOf("user")] })).status).toBe(400);
    expect((await send({ userIds: [], deactivate: true })).status).toBe(400);
    expect((await send({ userIds: [idOf("user")], deactivate: true }, keys.approver)).status).toBe(403);
  });

  it("concurrent changes lose nothing: each writes only its own fields", async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        makeUser(services, {
          workspaceId: workspace.id,
          name: `Person ${n}`,
          locationId: workspace.locations.north,
          departmentId: workspace.departments.engineering,
        }),
      ),
    );
    const userIds = ids.map((id) => encodeId("user", id));
    const changes = [
      { departmentId: department("sales") },
      { locationId: location("south") },
      { addLabels: ["Remote"] },
      { addLabels: ["Night shift"] },
    ];
    await Promise.all([
      ...changes.map((change, n) => send({ userIds: n % 2 ? userIds : userIds.toReversed(), ...change })),
      ...userIds
        .slice(0, 5)
        .map((id) =>
          api.v2("PATCH", `/v2/users/${id}`, { key: keys.admin, json: { employeeId: id.slice(-6) } }),
        ),
    ]);
    await carriedOut(services);
    const all = await api.get<{ data: Record<string, unknown>[] }>("/v2/users?limit=1000", keys.admin);
    const those = all.body.data.filter(({ id }) => userIds.includes(String(id)));
    expect(those).toHaveLength(40);
    for (const person of those)
      expect(person).toMatchObject({
        departmentId: department("sales"),
        locationId: location("south"),
        labels: ["Night shift", "Remote"],
      });
    expect(those.filter(({ employeeId }) => employeeId !== null)).toHaveLength(5);
  });
});

describe("from the pages", () => {
  const callerOf = (member: CastMember) => signedInCaller(services, workspace.people[member]);
  let count = 0;
  const attempt = () => (count++).toString(16).padStart(32, "0");

  it("the change does what its preview said, by a filter and with the leave of people who move", async () => {
    await makeLeave(services, workspace.people.user, { startDate: "2999-01-04" });
    await makeLeave(services, workspace.people.user, { startDate: "2000-01-04" });
    const caller = await callerOf("admin");
    const wanted = {
      select: { filter: { departments: [department("sales")] } },
      change: { locationId: location("north") },
    };
    const preview = await caller.people.previewChange(wanted);
    expect(preview).toMatchObject({ changedCount: 1, unchangedCount: 1, failedCount: 0, leaveCount: 1 });
    expect((await personOf("user")).locationId).toBe(location("south"));
    const key = attempt();
    const started = await Promise.all(
      Array.from({ length: 4 }, () => caller.people.change({ attempt: key, ...wanted })),
    );
    expect(new Set(started.map(({ operationId }) => operationId)).size).toBe(1);
    const operationId = started[0]?.operationId ?? "";
    await carriedOut(services);
    const { leaveCount: _, ...said } = preview;
    expect(await caller.people.changeStanding({ operationId })).toMatchObject({
      status: "SUCCEEDED",
      result: said,
    });
    expect((await personOf("user")).locationId).toBe(location("north"));
    await expect(
      (await callerOf("locationAdmin")).people.changeStanding({ operationId }),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("the caller's rights at execution count", async () => {
    const caller = await callerOf("admin");
    const wanted = { select: { ids: [idOf("user")] }, change: { addLabels: ["Night shift"] } };
    const { operationId } = await caller.people.change({ attempt: attempt(), ...wanted });
    await services.db.update(users).set({ isAdmin: false }).where(eq(users.id, workspace.people.admin.id));
    await carriedOut(services);
    const { status } = await caller.people.changeStanding({ operationId });
    expect(status).toBe("FAILED");
    expect((await personOf("user")).labels).toEqual(["Remote"]);
  });

  it("403 for a caller without the right to change people", async () => {
    const wanted = { select: { ids: [idOf("user")] }, change: { deactivate: true as const } };
    for (const member of ["approver", "user"] as const) {
      const { people } = await callerOf(member);
      await expect(people.previewChange(wanted)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(people.change({ attempt: attempt(), ...wanted })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
  });

  it("changes thousands in one operation", async () => {
    const { locations, departments } = workspace;
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      workspaceId: workspace.id,
      id: newId(),
      name: `Pn ${n}`,
      email: `${n}-${workspace.id}@example.com`,
      locationId: locations.north,
      departmentId: departments.engineering,
      createdAt: services.clock(),
      updatedAt: services.clock(),
    }));
    await services.db.insert(users).values(rows);
    const caller = await callerOf("admin");
    const wanted = { select: { filter: { text: "Pn " } }, change: { departmentId: department("sales") } };
    expect(await caller.people.previewChange(wanted)).toMatchObject({ changedCount: 3000 });
    const { operationId } = await caller.people.change({ attempt: attempt(), ...wanted });
    await carriedOut(services);
    expect(await caller.people.changeStanding({ operationId })).toMatchObject({
      status: "SUCCEEDED",
      result: { changedCount: 3000 },
    });
  });
});

it("a manager is set for many; who would be their own, and one who is not active, are refused", async () => {
  const approverId = idOf("platformer");
  const chosen = ["user", "northSeller", "platformer"] as const;
  const result = await update({ userIds: chosen.map(idOf), approverId });
  expect(outcomesOf(result, chosen)).toEqual(["changed", "changed", "OWN_APPROVER"]);
  expect([(await personOf("user")).approverId, (await personOf("platformer")).approverId]).toEqual([
    approverId,
    null,
  ]);
  const { error } = await operationOf({ userIds: [idOf("user")], approverId: idOf("inactive") });
  expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
  const none = await update({ userIds: [idOf("user")], approverId: null });
  expect(outcomesOf(none, ["user"])).toEqual(["changed"]);
  expect((await personOf("user")).approverId).toBe(null);
});
