import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { importUsers } from "@/server/modules/people/import/import-users";
import { createLabel } from "@/server/modules/people/places/create-label";
import { deleteLabel } from "@/server/modules/people/places/delete-label";
import { updateLabel } from "@/server/modules/people/places/update-label";
import { deleteExpiredLeave } from "@/server/modules/workspace/retention/delete-expired";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { erased } from "@/server/test/erased";
import {
  type CastMember,
  castMembers,
  makeKeys,
  makeLeave,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, outcomes } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { follower, forgetWriting, type Synced, settle } from "@/server/test/sync-kit";
import { createUser } from "./create-user";
import { activateUser, deactivateUser } from "./set-status";
import { updateUser } from "./update-user";
import { updateUsers } from "./update-users";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let admin: Ctx;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  admin = await as(services, workspace.people.admin);
});

const pass = () => clock.pass(60_000);
const follow = (role: TestRole = "admin", limit = 300) =>
  follower(api, { path: "/v2/users", key: keys[role], limit, beforePage: pass });
const idOf = (member: CastMember) => encodeId("user", workspace.people[member].id);
const list = async (query: string, role: TestRole = "admin"): Promise<Synced[]> => {
  pass();
  return (await api.get<Listed<Synced>>(`/v2/users?${query}`, keys[role])).body.data;
};

describe("what counts as a change", () => {
  const employee = (name: string) => ({ name, email: `${name}@example.com` });
  const changes: [string, () => Promise<unknown>, readonly CastMember[]][] = [
    ["a name", () => updateUser(admin, workspace.people.user.id, { name: "Uma Changed" }), ["user"]],
    [
      "a place",
      () => updateUser(admin, workspace.people.user.id, { departmentId: workspace.departments.platform }),
      ["user"],
    ],
    [
      "being an administrator",
      () => updateUser(admin, workspace.people.user.id, { role: "ADMIN" }),
      ["user"],
    ],
    ["other labels", () => updateUser(admin, workspace.people.user.id, { labels: ["Unused"] }), ["user"]],
    ["no label any more", () => updateUser(admin, workspace.people.user.id, { labels: [] }), ["user"]],
    ["being deactivated", () => deactivateUser(admin, workspace.people.user.id), ["user"]],
    ["being activated", () => activateUser(admin, workspace.people.inactive.id), ["inactive"]],
    ["being erased", () => erased(admin, workspace.people.inactive.id), ["inactive"]],
    [
      "a label's other name",
      () => updateLabel(admin, workspace.labels.remote, { name: "At home" }),
      ["user", "northSeller"],
    ],
    ["a deleted label", () => deleteLabel(admin, workspace.labels.remote), ["user", "northSeller"]],
    ["many people's label", () => many({ addLabels: ["Unused"] }), ["user", "platformer"]],
    ["a label that many lose", () => many({ removeLabels: ["Remote"] }), ["user"]],
    [
      "many people's place",
      () => many({ departmentId: workspace.departments.empty }),
      ["user", "platformer"],
    ],
    ["many people's end", () => many({ deactivate: true }), ["user", "platformer"]],
  ];
  const many = (change: object) =>
    updateUsers(admin, { userIds: [workspace.people.user.id, workspace.people.platformer.id], change });

  it.each(changes)(
    "200 %s moves updatedAt of the people it concerns, and of no one else",
    async (_, change, of) => {
      const follow1 = follow();
      await settle(services, workspace.id);
      await follow1.sync();
      const before = new Map(follow1.copy);
      await change();
      await settle(services, workspace.id);
      const came = (await follow1.sync()).filter(
        ({ id, updatedAt }) => before.get(id)?.updatedAt !== updatedAt,
      );
      expect(came.map(({ id }) => id).sort()).toEqual(of.map(idOf).sort());
      for (const row of came) expect(row.updatedAt > (before.get(row.id)?.updatedAt ?? "")).toBe(true);
    },
  );

  it("200 includes a new person, with their labels", async () => {
    const copy = follow();
    await settle(services, workspace.id);
    await copy.sync();
    await createUser(admin, { ...employee("new"), labels: ["Remote"] });
    await importUsers(admin, { mode: "all", rows: [{ ...employee("imported"), labels: ["Remote"] }] });
    await settle(services, workspace.id);
    expect((await copy.sync()).slice(-2)).toMatchObject([
      { name: "new", labels: ["Remote"] },
      { name: "imported", labels: ["Remote"] },
    ]);
  });

  it("200 a change that the record does not show does not count: a label's colour, another label's name", async () => {
    const copy = follow();
    await settle(services, workspace.id);
    await copy.sync();
    await updateLabel(admin, workspace.labels.remote, { color: "123456" });
    await updateLabel(admin, workspace.labels.remote, { name: "Remote" });
    await updateLabel(admin, workspace.labels.unused, { name: "Not used" });
    await settle(services, workspace.id);
    const mark = copy.since();
    await copy.sync();
    expect(copy.since()).toBe(mark);
  });

  it("200 includes a person again when their leave is deleted for good", async () => {
    const { inactive } = workspace.people;
    await makeLeave(services, inactive, { startDate: "2020-01-06" });
    await services.db
      .update(workspaces)
      .set({ erasedLeaveKeptYears: 1 })
      .where(eq(workspaces.id, workspace.id));
    await erased(admin, inactive.id);
    await services.db
      .update(users)
      .set({ erasedAt: new Date("2020-01-01T00:00:00Z") })
      .where(eq(users.id, inactive.id));
    const copy = follow();
    await settle(services, workspace.id);
    await copy.sync();
    expect(await deleteExpiredLeave(services)).toBe(1);
    await settle(services, workspace.id);
    expect((await copy.sync()).at(-1)).toMatchObject({ id: idOf("inactive"), status: "DELETED" });
  });

  it("200 a write returns the updatedAt that a list shows", async () => {
    pass();
    const { body } = await api.v2<Single<Synced>>("PATCH", `/v2/users/${idOf("user")}`, {
      key: keys.admin,
      json: { employeeId: "E-8", labels: ["Night shift"] },
    });
    await settle(services, workspace.id);
    expect(await list(`updatedSince=${body.data.updatedAt}`)).toEqual([body.data]);
    expect(await list("employeeId=E-8")).toEqual([body.data]);
  });
});

describe("the list", () => {
  it("200 everyone in any status, by updatedAt and ID; includes the requested instant", async () => {
    await settle(services, workspace.id);
    const all = await list("updatedSince=0001-01-01T00:00:00Z");
    expect(all).toHaveLength(castMembers.length);
    expect(all.map(({ id }) => id)).toContain(idOf("deleted"));
    const keyOf = ({ updatedAt, id }: Synced) => updatedAt + id;
    expect(all.map(keyOf)).toEqual(all.map(keyOf).sort());
    const middle = all[3]?.updatedAt ?? "";
    expect(await list(`updatedSince=${middle}`)).toEqual(all.filter(({ updatedAt }) => updatedAt >= middle));
    expect(await list("updatedSince=9999-12-31T23:59:59.999Z")).toEqual([]);
  });

  it("200 without updatedSince only active people, in the order in which they were added", async () => {
    await updateUser(admin, workspace.people.admin.id, { name: "Ada Changed" });
    const all = await list("");
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort());
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["ACTIVE"]));
  });

  it("200 combines with any other filter", async () => {
    await settle(services, workspace.id);
    const since = "updatedSince=1970-01-01T00:00:00Z";
    const names = async (more: string) => (await list(`${since}&${more}`)).map(({ id }) => id).sort();
    const ids = (...members: CastMember[]) => members.map(idOf).sort();
    expect(await names("status=DELETED")).toEqual(ids("deleted"));
    expect(await names("status=INACTIVE,DELETED")).toEqual(ids("deleted", "inactive"));
    expect(await names("labels=Remote")).toEqual(ids("user", "northSeller"));
    expect(await names("labels=Night%20shift")).toEqual(ids("inactive"));
    expect(await names("search=Pia")).toEqual(ids("platformer"));
    const north = encodeId("location", workspace.locations.north);
    const sales = encodeId("department", workspace.departments.sales);
    expect(await names(`locations=${north}&departments=${sales}`)).toEqual(ids("northSeller"));
  });

  it("200 pages contain each row once, also among equal updatedAt", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({ name: `Row ${n}`, email: `row${n}@example.com` }));
    await importUsers(admin, { mode: "all", rows });
    await settle(services, workspace.id);
    const whole = await follow().sync();
    expect(new Set(whole.map(({ updatedAt }) => updatedAt)).size).toBeLessThan(whole.length);
    expect(await follow("admin", 7).sync()).toEqual(whole);
  });

  it("200 a row without a recorded write time is ordered by its updatedAt", async () => {
    await forgetWriting(services, "users", workspace.id);
    const [row] = await list("updatedSince=2026-11-20T00:00:00Z&limit=1");
    expect(row?.updatedAt).toBe(
      (
        await services.db
          .select()
          .from(users)
          .where(sql`id = ${row?.id.slice(5)}`)
      )[0]?.updatedAt.toISOString(),
    );
    expect(await follow("admin", 3).sync()).toHaveLength(castMembers.length);
  });

  it("200 only people within the key's reach now: a person who was moved out of it is missing", async () => {
    await settle(services, workspace.id);
    const copy = follow("locationAdmin");
    const ids = (rows: Synced[]) => rows.map(({ id }) => id).sort();
    expect(ids(await copy.sync())).toEqual(
      [idOf("admin"), idOf("locationAdmin"), idOf("northSeller"), idOf("platformer")].sort(),
    );
    await updateUser(admin, workspace.people.platformer.id, { locationId: workspace.locations.south });
    await updateUser(admin, workspace.people.user.id, { locationId: workspace.locations.north });
    await settle(services, workspace.id);
    expect((await copy.sync()).map(({ id }) => id)).not.toContain(idOf("platformer"));
    expect(copy.copy.has(idOf("user"))).toBe(true);
    expect(ids(await follow("user").sync())).toEqual([idOf("user")]);
    expect(ids(await follow("approver").sync())).toContain(idOf("northSeller"));
  });

  it.each(["users", "leaves"])("400 an invalid instant of /v2/%s", async (path) => {
    for (const since of [
      "yesterday",
      "2026-11-20",
      "2026-11-20T20:00:00",
      "2026-13-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00%2B14:00",
      "9999-12-31T23:59:59-14:00",
      "10000-01-01T00:00:00Z",
      "infinity",
      "",
    ]) {
      pass();
      const { status, body } = await api.get<Refused>(`/v2/${path}?updatedSince=${since}`, keys.admin);
      const paths = body.error?.details?.fields?.map(({ path: at }) => at);
      expect([since, status, paths]).toEqual([since, 400, ["updatedSince"]]);
    }
  });

  it("400 a nextToken of another updatedSince", async () => {
    await settle(services, workspace.id);
    pass();
    const since = "updatedSince=1970-01-01T00:00:00Z&limit=2";
    const { body } = await api.get<Listed>(`/v2/users?${since}`, keys.admin);
    const other = `/v2/users?updatedSince=1971-01-01T00:00:00Z&limit=2&nextToken=${body.nextToken}`;
    expect((await api.get(other, keys.admin)).status).toBe(400);
  });
});

it("concurrent renames, deletions and assignments of labels do not deadlock", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(services, workspace)));
  const ids = people.map(({ id }) => id);
  const label = (name: string) => ({ name, color: "aabbcc" });
  for (let round = 0; round < 8; round++) {
    const [a, b, c] = await Promise.all(
      ["A", "B", "C"].map((name) => createLabel(admin, label(`${name}${round}`))),
    );
    if (!a || !b || !c) throw new Error("no label was made");
    await updateUsers(admin, {
      userIds: ids,
      change: { addLabels: [a.id, b.id, c.id].map((id) => encodeId("label", id)) },
    });
    const labelsOf = (...given: { id: string }[]) => given.map(({ id }) => encodeId("label", id));
    const became = await outcomes([
      updateLabel(admin, a.id, { name: `A${round} renamed` }),
      updateLabel(admin, b.id, { name: `B${round} renamed` }),
      updateUsers(admin, { userIds: ids, change: { addLabels: labelsOf(a), removeLabels: labelsOf(b) } }),
      updateUsers(admin, { userIds: ids.toReversed(), change: { removeLabels: labelsOf(a, c) } }),
      ...people.map(({ id }) => updateUser(admin, id, { labels: labelsOf(b, a) })),
      deleteLabel(admin, c.id),
    ]);
    // A label that is deleted concurrently is unknown to the update that names it.
    const { ok = 0, VALIDATION_ERROR: unknown = 0, ...others } = became;
    expect([ok + unknown, others]).toEqual([people.length + 5, {}]);
  }
});
