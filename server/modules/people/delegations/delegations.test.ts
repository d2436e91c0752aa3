import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { delegations } from "@/drizzle/schema/delegations";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { activateUser, deactivateUser } from "@/server/modules/people/people/set-status";
import { apiClient, type Listed } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, outcomes, setApprovers } from "@/server/test/leave-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { createDelegation } from "./create";
import { endDelegation } from "./end";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let keys: Record<TestRole, TestKey>;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  people = workspace.people;
  keys = await makeKeys(services, workspace);
});

const path = "/v2/delegations";
const idOf = ({ id }: TestPerson) => encodeId("user", id);
const body = (standIn: TestPerson, more = {}) => ({
  standInId: idOf(standIn),
  startDate: "2026-11-23",
  endDate: "2026-11-27",
  ...more,
});
const api = () => {
  const { v2, get } = apiClient(services);
  return {
    get,
    post: <T>(url: string, key: TestKey, given: object) => v2<T>("POST", url, { key, json: given }),
    delete: (url: string, key: TestKey) => v2("DELETE", url, { key }),
  };
};
const rows = () => services.db.select().from(delegations).where(eq(delegations.workspaceId, workspace.id));
type Answer = { data: { id: string }; error: { details?: { fields: { path: string }[] } } };
const faultsOf = ({ error }: Answer) => (error.details?.fields ?? []).map(({ path: at }) => at).sort();

describe("naming a stand-in", () => {
  it("201 for an approver themselves: people, dates and departments, a mail and an audit line", async () => {
    const { status, body: answer } = await api().post<Answer>(path, keys.approver, body(people.user));
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({
      userId: idOf(people.approver),
      standInId: idOf(people.user),
      departmentId: null,
      startDate: "2026-11-23",
      endDate: "2026-11-27",
      status: "UPCOMING",
      endedAt: null,
      createdById: idOf(people.approver),
    });
    const mail = (await mailRows(services)).find(({ recipient }) => recipient.startsWith(people.user.id));
    expect(mail).toMatchObject({ kind: "stand_in_named" });
    expect(mail?.subject).toMatch(/^You’re the stand-in for Paul Approver: 23.{1,3}27 November 2026$/u);
    const [line] = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "delegation.create"));
    expect(line).toMatchObject({ actingUserId: people.approver.id, resourceType: "delegation" });
  });

  it("403 for a user who approves nothing; 403 for another approver's except by their managers", async () => {
    expect((await api().post(path, keys.user, body(people.northSeller))).status).toBe(403);
    const forPaul = body(people.platformer, { userId: idOf(people.approver) });
    expect((await api().post(path, keys.admin, forPaul)).status).toBe(201);
    // Paul belongs to south, which the location admin does not manage.
    const refused = await api().post<Answer>(path, keys.locationAdmin, forPaul);
    expect([refused.status, faultsOf(refused.body)]).toEqual([400, ["userId"]]);
    const { north } = workspace.locations;
    const nora = await makePerson(services, workspace, { name: "Nora", locationId: north });
    await setApprovers(services, workspace, workspace.departments.platform, [[nora, 1]]);
    const forNora = body(people.northSeller, { userId: idOf(nora) });
    expect((await api().post(path, keys.locationAdmin, forNora)).status).toBe(201);
    const oneself = await api().post<Answer>(
      path,
      keys.locationAdmin,
      body(people.locationAdmin, { userId: idOf(nora) }),
    );
    expect([oneself.status, faultsOf(oneself.body)]).toEqual([400, ["standInId"]]);
    // Nora belongs to sales, which Paul approves: he manages her leave, not her stand-ins.
    expect(
      (await api().post(path, keys.approver, { ...forNora, startDate: "2026-12-01", endDate: "2026-12-01" }))
        .status,
    ).toBe(403);
  });

  it("400 reports every invalid field", async () => {
    const wrong = async (more: object, key = keys.admin) => {
      const answer = await api().post<Answer>(path, key, {
        ...body(people.user),
        userId: idOf(people.approver),
        ...more,
      });
      return answer.status === 400 ? faultsOf(answer.body) : answer.status;
    };
    expect(await wrong({ startDate: "2026-11-19" })).toEqual(["startDate"]);
    expect(await wrong({ endDate: "2026-11-22" })).toEqual(["endDate"]);
    expect(await wrong({ endDate: "2027-11-24" })).toEqual(["endDate"]);
    expect(await wrong({ endDate: "2027-11-23" })).toBe(201);
    expect(await wrong({ standInId: idOf(people.approver) })).toEqual(["standInId"]);
    expect(await wrong({ standInId: idOf(people.inactive) })).toEqual(["standInId"]);
    expect(await wrong({ userId: idOf(people.user), standInId: idOf(people.northSeller) })).toEqual([
      "userId",
    ]);
    expect(
      await wrong({
        departmentId: encodeId("department", workspace.departments.platform),
        standInId: idOf(people.deleted),
        startDate: "2026-11-01",
      }),
    ).toEqual(["departmentId", "standInId", "startDate"]);
    const other = await makeLeaveWorkspace(services);
    expect(await wrong({ standInId: idOf(other.people.user) })).toEqual(["standInId"]);
    expect(await wrong({ userId: idOf(other.people.approver) })).toEqual(["userId"]);
    // A key names only people within its reach; the app names people within sight.
    const { userId: _, ...own } = { ...body(people.platformer), userId: "" };
    const beyond = await api().post<Answer>(path, keys.approver, own);
    expect([beyond.status, faultsOf(beyond.body)]).toEqual([400, ["standInId"]]);
  });

  it("409 when the same people and department overlap; another department, person or time may", async () => {
    const { sales, platform } = workspace.departments;
    await services.db
      .insert(departmentApprovers)
      .values({ workspaceId: workspace.id, departmentId: platform, userId: people.approver.id, level: 1 });
    const ctx = await as(services, people.approver);
    const at = (
      startDate: string,
      endDate: string,
      departmentId: string | null = null,
      standIn = people.user,
    ) => createDelegation(ctx, { standInId: standIn.id, startDate, endDate, departmentId });
    const made = await at("2026-11-23", "2026-11-27");
    await expect(at("2026-11-27", "2026-11-30")).rejects.toMatchObject({ code: "CONFLICT" });
    await at("2026-11-28", "2026-11-30");
    await at("2026-11-23", "2026-11-27", sales);
    await expect(at("2026-11-24", "2026-11-24", sales)).rejects.toMatchObject({ code: "CONFLICT" });
    await at("2026-11-23", "2026-11-27", platform);
    await at("2026-11-23", "2026-11-27", null, people.northSeller);
    await endDelegation(ctx, made.id);
    await at("2026-11-23", "2026-11-27");
  });

  it("one of twenty concurrent requests creates it; with one Idempotency-Key all get the same answer", async () => {
    const ctx = await as(services, people.approver);
    const wanted = { standInId: people.user.id, startDate: "2026-11-23", endDate: "2026-11-27" };
    const many = Array.from({ length: 20 }, () => createDelegation(ctx, wanted));
    expect(await outcomes(many)).toEqual({ ok: 1, CONFLICT: 19 });
    expect(await rows()).toHaveLength(1);
    const caller = await signedInCaller(services, people.approver);
    const delegation = { ...body(people.northSeller), departmentId: null };
    const attempt = "0123456789abcdef0123456789abcdef";
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.delegations.create({ attempt, delegation })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await rows()).toHaveLength(2);
  });
});

describe("the list", () => {
  it("200 each user sees the delegations in which they are approver or stand-in, or whose approver they manage; in pages, by status", async () => {
    const mine = await makeDelegation(services, people.approver, people.user);
    const past = await makeDelegation(services, people.approver, people.northSeller, {
      startDate: "2026-11-01",
      endDate: "2026-11-19",
    });
    await setApprovers(services, workspace, workspace.departments.platform, [[people.platformer, 1]]);
    const norths = await makeDelegation(services, people.platformer, people.admin, {
      startDate: "2026-11-30",
      endDate: "2026-11-30",
    });
    const ask = async (key: TestKey, query = "") =>
      (await api().get<Listed>(`${path}${query}`, key)).body.data.map(({ id }) => id);
    const ids = (...all: string[]) => all.map((id) => encodeId("delegation", id));
    expect(await ask(keys.admin)).toEqual(ids(norths, mine, past));
    expect(await ask(keys.locationAdmin)).toEqual(ids(norths));
    expect(await ask(keys.approver)).toEqual(ids(mine, past));
    expect(await ask(keys.user)).toEqual(ids(mine));
    expect(await ask(keys.admin, "?status=ACTIVE")).toEqual(ids(mine));
    expect(await ask(keys.admin, "?status=UPCOMING,ENDED")).toEqual(ids(norths, past));
    expect((await api().get(`${path}?status=SOON`, keys.admin)).status).toBe(400);
    const first = (await api().get<Listed>(`${path}?limit=2`, keys.admin)).body;
    expect(first.data.map(({ id }) => id)).toEqual(ids(norths, mine));
    expect(await ask(keys.admin, `?limit=2&nextToken=${first.nextToken}`)).toEqual(ids(past));
    const other = await makeKeys(services, await makeLeaveWorkspace(services));
    expect(await ask(other.admin)).toEqual([]);
    const blind = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: people.admin.id,
      scopes: ["users:read"],
    });
    expect((await api().get(path, blind)).status).toBe(403);
  });
});

describe("ending a delegation", () => {
  const end = async (id: string, key: TestKey) =>
    (await api().delete(`${path}/${encodeId("delegation", id)}`, key)).status;

  it("204 for the approver and their managers, 403 for the stand-in, 404 for others, 409 when it is over", async () => {
    const id = await makeDelegation(services, people.approver, people.user);
    expect(await end(id, keys.user)).toBe(403);
    expect(await end(id, keys.locationAdmin)).toBe(404);
    const other = await makeKeys(services, await makeLeaveWorkspace(services));
    expect(await end(id, other.admin)).toBe(404);
    expect(await end(id, keys.approver)).toBe(204);
    expect(await end(id, keys.approver)).toBe(409);
    const next = await makeDelegation(services, people.approver, people.user);
    expect(await end(next, keys.admin)).toBe(204);
    const last = await makeDelegation(services, people.approver, people.user);
    clock.pass(9 * day);
    expect(await end(last, keys.admin)).toBe(409);
  });

  it("one of twenty concurrent requests ends it", async () => {
    const id = await makeDelegation(services, people.approver, people.user);
    const ctx = await as(services, people.approver);
    const many = Array.from({ length: 20 }, () => endDelegation(ctx, id));
    expect(await outcomes(many)).toEqual({ ok: 1, CONFLICT: 19 });
  });

  it("ends with the deactivation of either person, and a reactivation does not restore it", async () => {
    const first = await makeDelegation(services, people.approver, people.user);
    const second = await makeDelegation(services, people.approver, people.northSeller);
    const admin = await as(services, people.admin);
    await deactivateUser(admin, people.user.id);
    await activateUser(admin, people.user.id);
    const endedOf = async () =>
      Object.fromEntries((await rows()).map(({ id, endedAt }) => [id, endedAt !== null]));
    expect(await endedOf()).toEqual({ [first]: true, [second]: false });
    await deactivateUser(admin, people.approver.id);
    expect(await endedOf()).toEqual({ [first]: true, [second]: true });
  });
});

it("the form offers approvers whose stand-ins the caller may name, and people within sight", async () => {
  const approvers = async (person: TestPerson) =>
    (await (await signedInCaller(services, person)).delegations.approvers()).map(({ name }) => name);
  await setApprovers(services, workspace, workspace.departments.platform, [[people.platformer, 1]]);
  expect(await approvers(people.user)).toEqual([]);
  expect(await approvers(people.approver)).toEqual(["Paul Approver"]);
  expect(await approvers(people.locationAdmin)).toEqual(["Pia Platform"]);
  expect((await approvers(people.admin)).sort()).toEqual(
    expect.arrayContaining(["Paul Approver", "Pia Platform"]),
  );
  const user = await signedInCaller(services, people.user);
  const { items } = await user.people.colleagues({});
  expect(items.map(({ name }) => name)).toEqual(["Nils North", "Uma User"]);
});
