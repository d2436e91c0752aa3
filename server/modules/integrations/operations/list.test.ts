import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { operations } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

type NewOperation = Partial<typeof operations.$inferInsert>;

async function makeOperation(owner: TestPerson, more: NewOperation = {}): Promise<string> {
  const id = newId();
  await services.db.insert(operations).values({
    workspaceId: owner.workspaceId,
    id,
    ownerId: owner.id,
    actingUserId: owner.id,
    keyId: newId(),
    scopes: [],
    requestId: "req_1",
    method: "POST",
    path: "/v2/labels",
    search: "",
    // No worker carries it out.
    dueAt: new Date("2999-01-01"),
    createdAt: clock(),
    ...more,
  });
  return encodeId("operation", id);
}

const list = async (key: TestKey, query = "") =>
  (await api.get<Listed<{ id: string; status: string }>>(`/v2/operations${query}`, key)).body;
const idsOf = async (key: TestKey, query = "") => (await list(key, query)).data.map(({ id }) => id);

it("200 each role reads its own operations and no other user's, newest first", async () => {
  const made = new Map<TestRole, string[]>();
  for (const role of [...testRoles, ...testRoles]) {
    const id = await makeOperation(workspace.people[role]);
    made.set(role, [id, ...(made.get(role) ?? [])]);
  }
  for (const role of testRoles) expect(await idsOf(keys[role])).toEqual(made.get(role));
});

it("200 for a key without scopes, also operations of another key or the signed-in user, or on behalf of another user", async () => {
  const { user, admin } = workspace.people;
  const ids = [
    await makeOperation(user),
    await makeOperation(user, { keyId: null, sessionId: newId() }),
    await makeOperation(user, { actingUserId: admin.id }),
  ].reverse();
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: user.id, scopes: [] });
  expect(await idsOf(key)).toEqual(ids);
  expect(await idsOf(keys.admin)).toEqual([]);
});

it("200 by status, without the result", async () => {
  const { user } = workspace.people;
  const pending = await makeOperation(user);
  const done = { completedAt: clock(), result: { status: 201, body: { data: { secret: "s3cret" } } } };
  const succeeded = await makeOperation(user, { status: "SUCCEEDED", ...done });
  const failed = await makeOperation(user, { status: "FAILED", completedAt: clock(), error: { code: "X" } });
  expect(await idsOf(keys.user, "?status=PENDING")).toEqual([pending]);
  expect(await idsOf(keys.user, "?status=SUCCEEDED,FAILED")).toEqual([failed, succeeded]);
  expect(JSON.stringify(await list(keys.user))).not.toContain("s3cret");
});

it("200 pages stay consistent when an operation is added in between", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift(await makeOperation(workspace.people.user));
  const first = await list(keys.user, "?limit=2");
  await makeOperation(workspace.people.user);
  const second = await list(keys.user, `?limit=2&nextToken=${first.nextToken}`);
  const third = await list(keys.user, `?limit=2&nextToken=${second.nextToken}`);
  expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  expect(third.nextToken).toBeUndefined();
});

it("200 none older than 30 days or of another workspace", async () => {
  const other = await makeWorkspace(services);
  await makeOperation(other.people.user, { ownerId: workspace.people.user.id });
  await makeOperation(workspace.people.user);
  clock.pass(30 * day);
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.user.id });
  expect(await idsOf(key)).toEqual([]);
  await services.db.delete(operations).where(eq(operations.workspaceId, other.id));
});

it("400 an unknown status or an invalid limit", async () => {
  for (const query of ["status=DONE", "limit=101", "status="]) {
    const { status, body } = await api.get<Refused>(`/v2/operations?${query}`, keys.user);
    expect([query, status, body.error.code]).toEqual([query, 400, "VALIDATION_ERROR"]);
  }
});
