import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays, locationAdmins } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { approvalBy, canDecide } from "@/server/modules/leave/requests/approvers";
import { expireLeaves } from "@/server/modules/leave/requests/expire";
import { apiClient, type Listed } from "@/server/test/api-client";
import { makeKey, makeKeys, makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, leaveRow, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { countToDecide } from "./count-to-decide";
import { findToDecide } from "./find-to-decide";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

/** A workspace in which sales has one approver, like most departments, so that administrators decide as well. */
async function oneLevelWorkspace() {
  const made = await makeLeaveWorkspace(services);
  await setApprovers(services, made, made.departments.sales, [[made.people.approver, 1]]);
  return made;
}

const open = (person: TestPerson, startDate: string, more = {}) =>
  makeLeave(services, person, { startDate, status: "OPEN", openedAt: testNow, ...more });
const idsFor = async (person: TestPerson) =>
  (await findToDecide(await as(services, person), { limit: 100, after: null })).items.map(
    ({ leave }) => leave.id,
  );

it("the list matches the approval rules, for every user and every leave", async () => {
  const own = await makeLeaveWorkspace(services);
  const { sales, engineering, platform } = own.departments;
  const { north, south } = own.locations;
  const people: TestPerson[] = [own.people.admin, own.people.locationAdmin];
  for (let i = 0; i < 8; i++)
    people.push(
      await makePerson(services, own, {
        name: `Person ${i}`,
        departmentId: [sales, engineering, platform][i % 3],
        locationId: [north, south][i % 2],
      }),
    );
  const [admin, , a, b, c, d] = people as [TestPerson, TestPerson, ...TestPerson[]];
  if (!a || !b || !c || !d) throw new Error("people were made");
  const levels: Record<string, [TestPerson, 1 | 2][]> = {
    // Two levels, where for one's own leave one level has only the owner; one level; no approvers.
    [sales]: [
      [a, 1],
      [b, 1],
      [admin, 2],
    ],
    [engineering]: [
      [c, 1],
      [d, 2],
    ],
    [platform]: [],
  };
  await services.db.insert(locationAdmins).values({ workspaceId: own.id, locationId: south, userId: d.id });
  for (const [department, approvers] of Object.entries(levels))
    await setApprovers(services, own, department, approvers);
  const ids = [];
  for (const person of people)
    for (const approvedLevel of [0, 1])
      ids.push({ person, approvedLevel, id: await open(person, "2026-12-01", { approvedLevel }) });
  for (const plan of ["COMPLETE", "CORE"] as const) {
    await services.db.update(workspaces).set({ plan }).where(eq(workspaces.id, own.id));
    for (const caller of people) {
      const ctx = await as(services, caller);
      const { actor } = ctx;
      const expected = ids.filter(({ person, approvedLevel }) => {
        const reaches =
          person.id === caller.id ||
          actor.role === "ADMIN" ||
          (actor.role === "LOCATION_ADMIN" && actor.locationIds.includes(person.locationId)) ||
          (actor.role === "APPROVER" && actor.departmentIds.includes(person.departmentId));
        const decider = {
          userId: caller.id,
          role: actor.role,
          ownerId: person.id,
          approvers: (levels[person.departmentId] ?? []).map(([{ id: userId }, level]) => ({
            userId,
            level,
            standsInFor: null,
          })),
          hasTwoLevels: plan === "COMPLETE",
        };
        return (
          reaches && canDecide(decider) && approvalBy(decider, { status: "OPEN", approvedLevel }) !== null
        );
      });
      expect((await idsFor(caller)).sort()).toEqual(expected.map(({ id }) => id).sort());
      expect(await countToDecide(ctx)).toBe(expected.length);
    }
  }
});

it("the nearest deadline comes first, and each is the last day before the leave expires", async () => {
  const own = await oneLevelWorkspace();
  const { north } = own.locations;
  const person = await makePerson(services, own);
  await services.db.insert(holidays).values({
    ...{ workspaceId: own.id, id: newId(), locationId: north, date: "2026-11-24", name: "Day off" },
  });
  const earlier = (days: number) => new Date(testNow.getTime() - days * 86_400_000);
  const made = [
    await open(person, "2026-12-10", { openedAt: testNow }),
    await open(person, "2026-11-26", { openedAt: testNow }),
    await open(person, "2027-02-01", { openedAt: earlier(3) }),
    await open(person, "2027-03-01", { openedAt: null, createdAt: earlier(6) }),
    // Over when it was asked for.
    await open(person, "2026-11-10", { openedAt: earlier(2) }),
  ];
  const caller = await signedInCaller(services, own.people.admin);
  const { items } = await caller.approvals.toDecide({});
  expect(items.map(({ deadline }) => deadline)).toEqual(items.map(({ deadline }) => deadline).toSorted());
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(made.map((id) => encodeId("leave", id))));
  // Seven working days from Monday the 23rd, without the Tuesday, which is a public holiday.
  expect(items.find(({ id }) => id === encodeId("leave", made[0] ?? ""))?.deadline).toBe("2026-12-02");
  expect(items[0]).toMatchObject({ deadline: "2026-11-25", startDate: "2027-03-01" });
  expect(items.find(({ id }) => id === encodeId("leave", made[4] ?? ""))?.deadline).toBe("2026-11-30");
  for (const { id, deadline } of items) {
    const isOpen = async (at: string) => {
      clock.set(new Date(at));
      await expireLeaves(services);
      return (await leaveRow(services, id.slice("leave-".length))).status === "OPEN";
    };
    expect(await isOpen(`${deadline}T23:59:00Z`)).toBe(true);
    expect(await isOpen(new Date(Date.parse(`${deadline}T00:01:00Z`) + 86_400_000).toISOString())).toBe(
      false,
    );
  }
  clock.set(testNow);
});

it("200 pages continue where the last one ended; a user has nothing to decide; another workspace sees nothing", async () => {
  const own = await oneLevelWorkspace();
  const keys = await makeKeys(services, own);
  const api = apiClient(services);
  for (let day = 1; day <= 5; day++) await open(own.people.user, `2026-12-0${day}`);
  await open(own.people.user, "2026-12-07", { status: "APPROVED" });
  const path = "/v2/leaves/to-decide";
  const all = (await api.get<Listed>(path, keys.admin)).body.data;
  expect(all).toHaveLength(5);
  const found: unknown[] = [];
  for (let token: string | null = ""; token !== null; ) {
    const page: Listed = (
      await api.get<Listed>(`${path}?limit=2${token && `&nextToken=${token}`}`, keys.admin)
    ).body;
    found.push(...page.data);
    token = page.nextToken ?? null;
  }
  expect(found).toEqual(all);
  expect(all[0]).toMatchObject({
    leave: { userId: encodeId("user", own.people.user.id), status: "OPEN" },
    user: { name: own.people.user.name, departmentName: "Sales" },
  });
  expect((await api.get<Listed>(path, keys.user)).body.data).toEqual([]);
  const other = await makeKeys(services, workspace);
  expect(JSON.stringify((await api.get<Listed>(path, other.admin)).body)).not.toContain(own.people.user.id);
  const blind = await makeKey(services, {
    workspaceId: own.id,
    ownerId: own.people.admin.id,
    scopes: ["users:read"],
  });
  expect((await api.get(path, blind)).status).toBe(403);
  expect((await api.get(`${path}?limit=101`, keys.admin)).status).toBe(400);
});

it("200 filtered by name, department and leave type, in the order of deadlines or of first days, page by page", async () => {
  const own = await oneLevelWorkspace();
  const { sales, engineering } = own.departments;
  const ana = await makePerson(services, own, { name: "Ana Ilić", departmentId: sales });
  const bo = await makePerson(services, own, { name: "Bo Ek", departmentId: engineering });
  const earlier = new Date(testNow.getTime() - 2 * 86_400_000);
  const first = await open(ana, "2027-02-01", { openedAt: earlier });
  const second = await open(ana, "2026-12-07", { leaveTypeId: own.leaveTypes.sick });
  const third = await open(bo, "2026-12-14");
  const caller = await signedInCaller(services, own.people.admin);
  type Asked = Parameters<typeof caller.approvals.toDecide>[0];
  const idsOf = async (asked: Asked) =>
    (await caller.approvals.toDecide(asked)).items.map(({ id }) => id.slice("leave-".length));
  expect((await idsOf({ text: " ILIC" })).sort()).toEqual([first, second].sort());
  expect(await idsOf({ text: "no such name" })).toEqual([]);
  expect(await idsOf({ text: "%" })).toEqual([]);
  expect(await idsOf({ department: encodeId("department", engineering) })).toEqual([third]);
  expect(await idsOf({ leaveType: encodeId("leaveType", own.leaveTypes.sick) })).toEqual([second]);
  expect(await idsOf({ text: "bo", leaveType: encodeId("leaveType", own.leaveTypes.sick) })).toEqual([]);
  expect((await idsOf({}))[0]).toBe(first);
  expect(await idsOf({ order: "start" })).toEqual([second, third, first]);
  for (const order of ["deadline", "start"] as const) {
    const found: string[] = [];
    let after: { key: string; id: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof caller.approvals.toDecide>> = await caller.approvals.toDecide({
        ...{ order, after, limit: 1, text: "a" },
      });
      found.push(...page.items.map(({ id }) => id.slice("leave-".length)));
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(await idsOf({ order, text: "a" }));
  }
});

it("the decider sees the reason and a private type", async () => {
  const leaveTypeId = workspace.leaveTypes.sick;
  const id = await open(workspace.people.northSeller, "2026-12-14", { leaveTypeId, reason: "Knee" });
  const caller = await signedInCaller(services, workspace.people.approver);
  const { items } = await caller.approvals.toDecide({});
  expect(items.find((one) => one.id === encodeId("leave", id))).toMatchObject({
    typeName: "Sick",
    reason: "Knee",
  });
});

it("counts up to 99", async () => {
  const own = await oneLevelWorkspace();
  const caller = await signedInCaller(services, own.people.admin);
  expect(await caller.approvals.count()).toEqual({ count: 0, isMore: false, creditCount: 0 });
  const day = (n: number) => new Date(Date.parse("2027-01-01") + n * 86_400_000).toISOString().slice(0, 10);
  for (let n = 0; n < 101; n++) await open(own.people.user, day(n));
  expect(await caller.approvals.count()).toEqual({ count: 99, isMore: true, creditCount: 0 });
});
