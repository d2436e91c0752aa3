import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { countToDecide } from "@/server/modules/leave/decisions/count-to-decide";
import { findToDecide } from "@/server/modules/leave/decisions/find-to-decide";
import { readDecisionContext } from "@/server/modules/leave/decisions/read-decision-context";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { getLeave } from "@/server/modules/leave/requests/get-leave";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { createDelegation } from "@/server/modules/people/delegations/create";
import { startErasure } from "@/server/modules/people/personal-data/start-erasure";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, makeKeys, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  tracesOf,
} from "@/server/test/leave-kit";
import { writeLeaveMails } from "@/server/test/leave-mail-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { handOverPeople } from "./hand-over";
import { deactivateUser } from "./set-status";

const clock = standingClock();
let services: Services;
let api: ReturnType<typeof apiClient>;
let workspace: TestWorkspace;
let keys: Awaited<ReturnType<typeof makeKeys>>;
let people: TestWorkspace["people"];
/** In platform, with no role; the manager of Nina, who is in sales. */
let mia: TestPerson;
let nina: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  people = workspace.people;
  keys = await makeKeys(services, workspace);
  mia = await makePerson(services, workspace, {
    name: "Mia Manager",
    departmentId: workspace.departments.platform,
  });
  nina = await makePerson(services, workspace, { approverId: mia.id });
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
});

const path = (person: TestPerson) => `/v2/users/${encodeId("user", person.id)}`;
const managerOf = async ({ id }: TestPerson) =>
  (await services.db.select().from(users).where(eq(users.id, id)))[0]?.approverId;
const request = async (person = nina) =>
  (await requestLeave(await as(services, person), days(person, "2026-12-07"))).id;
const waiting = async (person: TestPerson) => {
  const ctx = await as(services, person);
  const { items } = await findToDecide(ctx, { limit: 10, after: null });
  expect(await countToDecide(ctx)).toBe(items.length);
  return items.map(({ leave }) => leave.id);
};

it("200 the manager is set, read, expanded and removed; not oneself, not someone inactive or unknown", async () => {
  const set = (approverId: unknown, person = nina) =>
    api.v2<Single & Refused>("PATCH", path(person), { key: keys.admin, json: { approverId } });
  const id = encodeId("user", people.user.id);
  expect((await set(id)).body.data).toMatchObject({ approverId: id });
  const { body } = await api.get<Single>(`${path(nina)}?expand=approver`, keys.admin);
  expect(body.data).toMatchObject({ approverId: id, approver: { id, name: "Uma User" } });
  // Two people may be each other's managers.
  expect((await set(encodeId("user", nina.id), people.user)).status).toBe(200);
  for (const [value, message] of [
    [encodeId("user", nina.id), "Must be someone else than the person."],
    [encodeId("user", people.inactive.id), "The user is not active."],
    ["user-0198f000-0000-7000-8000-000000000000", "Must be a user you can access."],
  ] as const) {
    const answer = await set(value);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject({ fields: [{ path: "approverId", message }] });
  }
  expect((await set(null)).body.data).toMatchObject({ approverId: null });
  expect((await tracesOf(services, nina.id)).audit.at(-1)?.changes).toEqual({
    approverId: { from: people.user.id, to: null },
  });
});

it("the manager reads and decides their people's requests in the app, and reaches nothing else", async () => {
  const id = await request();
  expect(await waiting(mia)).toEqual([id]);
  expect(await waiting(people.approver)).toEqual([]);
  const ctx = await as(services, mia);
  expect(await readDecisionContext(ctx, [id])).toMatchObject([{ levels: 1, deciders: [{ userId: mia.id }] }]);
  await expect(getLeave(ctx, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: mia.id });
  expect((await api.get<Listed>("/v2/leaves/to-decide", key)).body.data).toEqual([]);
  expect((await api.v2("POST", `/v2/leaves/${encodeId("leave", id)}/approve`, { key })).status).toBe(404);
  expect(await approveLeave(ctx, id)).toMatchObject({ status: "APPROVED", approverId: mia.id });
  expect(await waiting(mia)).toEqual([]);
});

it("mails go to the manager; one who is inactive leaves the turn to the department", async () => {
  await writeLeaveMails(services);
  const before = (await mailRows(services)).length;
  const id = await request();
  await writeLeaveMails(services);
  const asked = (await mailRows(services)).slice(before);
  expect(asked.map(({ recipient }) => recipient)).toEqual([`${mia.id}@example.com`]);
  await deactivateUser(await as(services, people.admin), mia.id);
  expect(await waiting(people.approver)).toEqual([id]);
});

it("a manager's stand-in decides in their place, and only for their people", async () => {
  await createDelegation(await as(services, mia), {
    standInId: people.platformer.id,
    startDate: "2026-11-20",
    endDate: "2026-11-27",
  });
  const other = await makePerson(services, workspace, { name: "Olaf Other" });
  await request(other);
  const id = await request();
  expect(await waiting(people.platformer)).toEqual([id]);
  const after = await approveLeave(await as(services, people.platformer), id);
  expect(after).toMatchObject({ approverId: people.platformer.id, standsInForId: mia.id });
});

it("200 hands on the people of a manager; their requests wait for the new one", async () => {
  const second = await makePerson(services, workspace, { approverId: mia.id });
  await services.db.update(users).set({ approverId: mia.id }).where(eq(users.id, people.platformer.id));
  const id = await request();
  const send = (json: unknown, key = keys.admin) =>
    api.v2<Single<{ changedCount: number }>>("POST", `${path(mia)}/hand-over`, { key, json });
  expect((await send({ approverId: encodeId("user", mia.id) })).status).toBe(400);
  expect((await send({ approverId: null }, keys.user)).status).toBe(403);
  const answer = await send({ approverId: encodeId("user", people.platformer.id) });
  expect([answer.status, answer.body.data.changedCount]).toEqual([200, 3]);
  // No one becomes their own manager.
  expect(await Promise.all([nina, second, people.platformer].map(managerOf))).toEqual([
    people.platformer.id,
    people.platformer.id,
    null,
  ]);
  expect(await waiting(people.platformer)).toEqual([id]);
  expect(await waiting(mia)).toEqual([]);
});

it("twenty hand-overs at once write each person once", async () => {
  const admin = await as(services, people.admin);
  const to = { approverId: people.platformer.id };
  const counts = await Promise.all(Array.from({ length: 20 }, () => handOverPeople(admin, mia.id, to)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await outcomes([handOverPeople(admin, mia.id, to)])).toEqual({ ok: 1 });
});

it("an erased manager leaves no one behind", async () => {
  const admin = await as(services, people.admin);
  await deactivateUser(admin, mia.id);
  await startErasure(admin, mia.id);
  expect(await managerOf(nina)).toBeNull();
});
