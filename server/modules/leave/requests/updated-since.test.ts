import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { updateUser } from "@/server/modules/people/people/update-user";
import { deleteExpiredLeave } from "@/server/modules/workspace/retention/delete-expired";
import { apiClient, type Listed, type Single } from "@/server/test/api-client";
import { erased } from "@/server/test/erased";
import {
  type CastMember,
  makeKey,
  makeKeys,
  makeLeave,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { follower, forgetWriting, type Synced, settle } from "@/server/test/sync-kit";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { importLeaves } from "./import-leaves";
import { requestLeave } from "./request";

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
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  admin = await as(services, workspace.people.admin);
});

const pass = () => clock.pass(1000);
const follow = (key: TestKey = keys.admin, limit = 300) =>
  follower(api, { path: "/v2/leaves", key, limit, beforePage: pass });
const list = async (query: string, key = keys.admin): Promise<Synced[]> => {
  pass();
  return (await api.get<Listed<Synced>>(`/v2/leaves?${query}`, key)).body.data;
};
const firstDays = (rows: Synced[]) => rows.map(({ startDate }) => String(startDate).slice(5)).sort();

describe("what counts as a change", () => {
  /** Changes of the user's request, and of every other leave. */
  const changes: [string, (id: string) => Promise<unknown>, object][] = [
    ["an edit", (id) => editLeave(admin, id, { reason: "later" }), { reason: "later" }],
    [
      "an approval",
      async (id) => {
        const { approver } = workspace.people;
        await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
        await approveLeave(await as(services, approver), id);
      },
      { status: "APPROVED" },
    ],
    ["a denial", (id) => denyLeave(admin, id, { reason: "no" }), { status: "DENIED", statusReason: "no" }],
    ["being cancelled", (id) => cancelLeave(admin, id, {}), { status: "CANCELLED" }],
    ["being deleted", (id) => deleteLeave(admin, id), { status: "DELETED" }],
    [
      "the first of two approvals",
      async (id) => {
        const { approver, northSeller } = workspace.people;
        await setApprovers(services, workspace, workspace.departments.sales, [
          [approver, 1],
          [northSeller, 2],
        ]);
        await approveLeave(await as(services, approver), id);
      },
      { status: "OPEN", approvedLevel: 1 },
    ],
    [
      "a working pattern",
      () =>
        setWorkPattern(admin, workspace.people.user.id, {
          from: "2026-12-01",
          minutes: [0, 0, 480, 480, 480, 480, 0].map((minutes) => [minutes]),
        }),
      { durationWorkingDays: 0 },
    ],
    [
      "its expiry",
      () => {
        clock.set(new Date("2027-02-01T12:00:00Z"));
        return expireLeaves(services);
      },
      { status: "EXPIRED" },
    ],
  ];

  it.each(changes)("200 %s moves updatedAt of that leave, and of no other", async (_, change, shown) => {
    const { user, northSeller } = workspace.people;
    const asked = await requestLeave(
      await as(services, user),
      days(user, "2027-01-11", "2027-01-11", { reason: "rest" }),
    );
    await makeLeave(services, northSeller, { startDate: "2027-01-12" });
    const copy = follow();
    await settle(services, workspace.id);
    await copy.sync();
    const before = new Map(copy.copy);
    await change(asked.id);
    await settle(services, workspace.id);
    // Keys are valid on the day of their creation.
    clock.set(testNow);
    const came = (await copy.sync()).filter((row) => before.get(row.id)?.updatedAt !== row.updatedAt);
    expect(came).toEqual([expect.objectContaining({ id: encodeId("leave", asked.id), ...shown })]);
    expect((came[0]?.updatedAt ?? "") > (before.get(encodeId("leave", asked.id))?.updatedAt ?? "")).toBe(
      true,
    );
  });

  it("200 new leave is listed, imported leave, too", async () => {
    const { user } = workspace.people;
    const copy = follow();
    await copy.sync();
    await requestLeave(await as(services, user), days(user, "2027-01-11"));
    const row = { user: `${user.id}@example.com`, leaveType: "Vacation", isFullDayLeave: true };
    await importLeaves(admin, {
      mode: "all",
      rows: [{ ...row, startDate: "2027-01-12", endDate: "2027-01-12" }],
    });
    await settle(services, workspace.id);
    expect(firstDays(await copy.sync())).toEqual(["01-11", "01-12"]);
  });

  it("200 leave of an erased person is listed without their text", async () => {
    const { inactive } = workspace.people;
    await makeLeave(services, inactive, { startDate: "2026-11-09", reason: "surgery" });
    const copy = follow();
    await settle(services, workspace.id);
    expect(await copy.sync()).toMatchObject([{ reason: "surgery" }]);
    await erased(admin, inactive.id);
    await settle(services, workspace.id);
    expect((await copy.sync()).at(-1)).toMatchObject({ reason: null, status: "APPROVED" });
  });

  it("200 permanently deleted leave is found through its person, who is listed again", async () => {
    const { inactive } = workspace.people;
    await makeLeave(services, inactive, { startDate: "2020-01-06" });
    await services.db
      .update(workspaces)
      .set({ erasedLeaveKeptYears: 1 })
      .where(eq(workspaces.id, workspace.id));
    await erased(admin, inactive.id);
    const erasedAt = new Date("2020-01-01T00:00:00Z");
    await services.db.update(users).set({ erasedAt }).where(eq(users.id, inactive.id));
    const [copy, people] = [
      follow(),
      follower(api, { path: "/v2/users", key: keys.admin, beforePage: pass }),
    ];
    await settle(services, workspace.id);
    await copy.sync();
    await people.sync();
    await deleteExpiredLeave(services);
    await settle(services, workspace.id);
    const gone = (await people.sync()).at(-1);
    expect(gone).toMatchObject({ id: encodeId("user", inactive.id), status: "DELETED" });
    expect(await list(`updatedSince=1970-01-01T00:00:00Z&userId=${gone?.id}`)).toEqual([]);
  });

  it("201 a write returns the updatedAt that a list shows", async () => {
    pass();
    const { user } = workspace.people;
    const json = {
      leaveTypeId: encodeId("leaveType", user.leaveTypeId),
      startDate: "2027-01-11",
      endDate: "2027-01-11",
    };
    const made = await api.v2<Single<Synced>>("POST", "/v2/leaves", { key: keys.user, json });
    await settle(services, workspace.id);
    expect(made.status).toBe(201);
    expect(await list(`updatedSince=${made.body.data.updatedAt}`)).toEqual([made.body.data]);
    pass();
    const { body } = await api.v2<Single<Synced>>("POST", `/v2/leaves/${made.body.data.id}/cancel`, {
      key: keys.user,
    });
    await settle(services, workspace.id);
    expect(await list(`updatedSince=${body.data.updatedAt}`)).toEqual([body.data]);
  });
});

describe("the list", () => {
  beforeEach(async () => {
    const book: [CastMember, string, typeof leaves.$inferSelect.status][] = [
      ["user", "2027-01-04", "APPROVED"],
      ["northSeller", "2027-01-05", "DELETED"],
      ["platformer", "2027-01-06", "OPEN"],
      ["locationAdmin", "2027-01-07", "DENIED"],
      ["admin", "2027-01-08", "CANCELLED"],
      ["user", "2027-01-01", "EXPIRED"],
    ];
    for (const [member, startDate, status] of book)
      await makeLeave(services, workspace.people[member], { startDate, status });
    await settle(services, workspace.id);
  });
  const since = "updatedSince=1970-01-01T00:00:00Z";

  it("200 leave of every status, by updatedAt and ID; the requested time is inclusive", async () => {
    const all = await list(since);
    expect(firstDays(all)).toEqual(["01-01", "01-04", "01-05", "01-06", "01-07", "01-08"]);
    const keyOf = ({ updatedAt, id }: Synced) => updatedAt + id;
    expect(all.map(keyOf)).toEqual(all.map(keyOf).sort());
    const middle = all[3]?.updatedAt ?? "";
    expect(await list(`updatedSince=${middle}`)).toEqual(all.filter(({ updatedAt }) => updatedAt >= middle));
    expect(await list("updatedSince=9999-12-31T23:59:59.999Z")).toEqual([]);
    expect(await list("updatedSince=0001-01-01T00:00:00Z")).toEqual(all);
  });

  it("200 without updatedSince only approved leave, by its start", async () => {
    expect(firstDays(await list(""))).toEqual(["01-04"]);
  });

  it("200 with any other filter", async () => {
    const found = async (more: string) => firstDays(await list(`${since}&${more}`));
    expect(await found("status=DELETED")).toEqual(["01-05"]);
    expect(await found("status=OPEN,DENIED")).toEqual(["01-06", "01-07"]);
    expect(await found(`userId=${encodeId("user", workspace.people.user.id)}`)).toEqual(["01-01", "01-04"]);
    expect(await found("startDate=2027-01-05&endDate=2027-01-06")).toEqual(["01-05", "01-06"]);
    expect(await found("startDate=2027-01-07")).toEqual(["01-07", "01-08"]);
    expect(await found("endDate=2027-01-01")).toEqual(["01-01"]);
    expect(await found("labels=Remote")).toEqual(["01-01", "01-04", "01-05"]);
    const north = encodeId("location", workspace.locations.north);
    expect(await found(`locations=${north}`)).toEqual(["01-05", "01-06", "01-07", "01-08"]);
    expect(await found(`leaveTypeId=${encodeId("leaveType", workspace.leaveTypes.sick)}`)).toEqual([]);
  });

  it("200 only leave of people within the key's reach now, for each role", async () => {
    const found = async (key: TestKey) => firstDays(await follow(key, 1).sync());
    expect(await found(keys.admin)).toHaveLength(6);
    expect(await found(keys.locationAdmin)).toEqual(["01-05", "01-06", "01-07", "01-08"]);
    expect(await found(keys.approver)).toEqual(["01-01", "01-04", "01-05"]);
    expect(await found(keys.user)).toEqual(["01-01", "01-04"]);
    await updateUser(admin, workspace.people.platformer.id, { locationId: workspace.locations.south });
    expect(await found(keys.locationAdmin)).toEqual(["01-05", "01-07", "01-08"]);
  });

  it("200 the same when more people are within reach than the lookup limit", async () => {
    const place = { locationId: workspace.locations.north, departmentId: workspace.departments.sales };
    for (let n = 0; n < 110; n++) await makePerson(services, workspace, place);
    const found = async (key: TestKey) => firstDays(await follow(key, 2).sync());
    expect(await found(keys.locationAdmin)).toEqual(["01-05", "01-06", "01-07", "01-08"]);
    expect(await found(keys.approver)).toEqual(["01-01", "01-04", "01-05"]);
    const sales = encodeId("department", workspace.departments.sales);
    expect(firstDays(await list(`${since}&departments=${sales}`))).toEqual(["01-01", "01-04", "01-05"]);
  });

  it("200 a private type stays private, and filtering by it leaves out hidden leave", async () => {
    const { vacation } = workspace.leaveTypes;
    await services.db.update(leaveTypes).set({ isPrivate: true }).where(eq(leaveTypes.id, vacation));
    // A location admin sees the types of people they manage; an approver does not see those of stronger people.
    await makeLeave(services, workspace.people.admin, { startDate: "2027-01-20" });
    await services.db
      .update(users)
      .set({ departmentId: workspace.departments.sales })
      .where(eq(users.id, workspace.people.admin.id));
    await settle(services, workspace.id);
    const byType = `${since}&limit=1&leaveTypeId=${encodeId("leaveType", vacation)}`;
    const all = await list(since, keys.approver);
    const hidden = all.filter(({ leaveTypeId }) => leaveTypeId === null);
    expect(firstDays(hidden)).toContain("01-20");
    const seen: string[] = [];
    let token = "";
    do {
      pass();
      const { body } = await api.get<Listed<Synced>>(`/v2/leaves?${byType}${token}`, keys.approver);
      seen.push(...firstDays(body.data));
      token = body.nextToken ? `&nextToken=${body.nextToken}` : "";
    } while (token);
    expect(seen.sort()).toEqual(firstDays(all.filter(({ leaveTypeId }) => leaveTypeId !== null)));
    expect(seen).not.toContain("01-20");
  });

  it("200 leave last written before writing times were stored is ordered by its own updatedAt", async () => {
    await forgetWriting(services, "leaves", workspace.id);
    expect((await list(since))[0]?.updatedAt).toBe(testNow.toISOString());
    expect(await follow(keys.admin, 2).sync()).toHaveLength(6);
  });
});

describe("a client that syncs a copy during concurrent writes", () => {
  it("has every leave and person in their current state, whatever the commit order of the writers", async () => {
    // By the real clock: requests are rate-limited, and rows get the database's time.
    const live = await testServices();
    const client = apiClient(live);
    const ctx = await as(live, workspace.people.admin);
    const person = await makePerson(live, workspace);
    const rows = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        makeLeave(live, person, { startDate: `2027-02-${String(n + 1).padStart(2, "0")}` }),
      ),
    );
    const readers = await Promise.all(
      (["/v2/leaves", "/v2/users"] as const).map(async (path) => {
        const key = await makeKey(live, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
        return follower(client, { path, key, limit: 3, beforePage: () => delay(110) });
      }),
    );
    let isWriting = true;
    const write = (n: number, heldMs: number) =>
      inTransaction(ctx, async (tx) => {
        const leaf = eq(leaves.id, rows[n % rows.length] ?? "");
        await tx.db
          .update(leaves)
          .set({ reason: `change ${n}` })
          .where(leaf);
        if (n % 3 === 0)
          await tx.db
            .update(users)
            .set({ employeeId: `E-${n}` })
            .where(eq(users.id, person.id));
        // Other transactions begin later and commit earlier.
        await delay(heldMs);
      });
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; n < 14; n++) await write(n * 4 + writer, ((writer * 7 + n * 5) % 8) * 40);
      }),
    ).finally(() => {
      isWriting = false;
    });
    await Promise.all(
      readers.map(async (reader) => {
        while (isWriting) await reader.sync();
      }),
    );
    await writing;
    await settle(services, workspace.id);
    for (const reader of readers) await reader.sync();
    const [ofLeaves, ofUsers] = readers.map(({ copy }) => copy);
    const stored = await live.db
      .select({ id: leaves.id, reason: leaves.reason })
      .from(leaves)
      .where(and(eq(leaves.workspaceId, workspace.id), inArray(leaves.id, rows)));
    for (const { id, reason } of stored)
      expect([id, ofLeaves?.get(encodeId("leave", id))?.reason]).toEqual([id, reason]);
    const [{ employeeId } = { employeeId: "" }] = await live.db
      .select()
      .from(users)
      .where(eq(users.id, person.id));
    expect(ofUsers?.get(encodeId("user", person.id))?.employeeId).toBe(employeeId);
    await live.close();
  });
});
