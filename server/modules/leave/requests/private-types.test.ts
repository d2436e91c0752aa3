import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { type EventRow, renderEvents } from "@/server/modules/integrations/webhooks/render";
import { apiClient, type Listed, type Single } from "@/server/test/api-client";
import {
  type CastMember,
  makeKeys,
  makeLeave,
  makeLegacyKey,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { leaveRow } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();
const statements: string[] = [];
let day = 0;

beforeAll(async () => {
  services = await testServices({
    wakes: true,
    clock,
    onStatement: (_: string, text: string) => void statements.push(text),
  });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  // Now the approver of sales reaches an administrator, who is managed neither by them nor by the location's admin.
  const { admin, locationAdmin } = workspace.people;
  for (const { id } of [admin, locationAdmin])
    await services.db
      .update(users)
      .set({ departmentId: workspace.departments.sales })
      .where(eq(users.id, id));
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());
beforeEach(() => clock.pass(60_000));

/** Creates a sick leave, whose type is private by default. @returns its public id */
async function makeSick(
  member: CastMember,
  more: Partial<Parameters<typeof makeLeave>[2]> = {},
): Promise<string> {
  day += 3;
  const startDate = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
  const leave = { leaveTypeId: workspace.leaveTypes.sick, reason: "Operation", startDate, ...more };
  return encodeId("leave", await makeLeave(services, workspace.people[member], leave));
}

const sick = () => encodeId("leaveType", workspace.leaveTypes.sick);
const expand = "expand=leaveType,user";
const hidden = { leaveTypeId: null, leaveType: null, reason: null };
const shown = () => ({
  leaveTypeId: sick(),
  leaveType: { name: "Sick", isPrivate: true },
  reason: "Operation",
});

async function read(id: string, key: TestKey): Promise<unknown[]> {
  const single = await api.get<Single>(`/v2/leaves/${id}?${expand}`, key);
  const list = await api.get<Listed>(`/v2/leaves?status=OPEN,APPROVED,DENIED&${expand}`, key);
  const days = await api.get<Listed>(`/v2/leaves?startDate=2027-01-01&status=OPEN,APPROVED&${expand}`, key);
  const listed = [list, days].flatMap(({ body }) => body.data.find((leave) => leave.id === id) ?? []);
  return [single.body.data, ...listed];
}

async function expectAll(id: string, key: TestKey, form: object): Promise<void> {
  const answers = await read(id, key);
  expect(answers).toHaveLength(3);
  for (const answer of answers) expect(answer).toMatchObject(form);
}

describe("a private leave type", () => {
  it("null for people who reach the owner, but neither manage them nor decide the leave", async () => {
    const id = await makeSick("admin");
    await expectAll(id, keys.approver, hidden);
    await expectAll(id, keys.locationAdmin, hidden);
    const superior = await makeSick("locationAdmin");
    await expectAll(superior, keys.approver, hidden);
  });

  it("shown to administrators, to managers of the person, and to the person", async () => {
    await expectAll(await makeSick("admin"), keys.admin, shown());
    const seller = await makeSick("northSeller");
    for (const role of ["admin", "locationAdmin", "approver"] as const)
      await expectAll(seller, keys[role], shown());
    await expectAll(await makeSick("user"), keys.user, shown());
    await expectAll(await makeSick("locationAdmin"), keys.locationAdmin, shown());
  });

  it("shown while they may decide it; null in the response of the decision, its replay and its operation", async () => {
    const decide = async (id: string, action: string, headers: Record<string, string>) =>
      (await api.v2<Single>("POST", `/v2/leaves/${id}/${action}`, { key: keys.approver, headers })).body.data;
    const approved = await makeSick("admin", { status: "OPEN" });
    await expectAll(approved, keys.approver, shown());
    const headers = { "idempotency-key": newId() };
    for (const answer of [await decide(approved, "deny", headers), await decide(approved, "deny", headers)])
      expect(answer).toMatchObject({ status: "DENIED", leaveTypeId: null, reason: null });
    const later = await makeSick("admin", { status: "OPEN" });
    const accepted = await api.v2<{ operation: { url: string } }>("POST", `/v2/leaves/${later}/deny`, {
      key: keys.approver,
      headers: { prefer: "respond-async" },
    });
    const operation = async () =>
      (await api.get<Single>(accepted.body.operation.url, keys.approver)).body.data;
    await expect.poll(operation, { timeout: 5000 }).toMatchObject({
      status: "SUCCEEDED",
      result: { body: { data: { status: "DENIED", leaveTypeId: null, reason: null } } },
    });
  });

  it("shown to every caller when the type is not private", async () => {
    const id = await makeSick("admin", { leaveTypeId: workspace.leaveTypes.vacation });
    const vacation = encodeId("leaveType", workspace.leaveTypes.vacation);
    for (const role of ["approver", "locationAdmin"] as const)
      await expectAll(id, keys[role], {
        leaveTypeId: vacation,
        leaveType: { name: "Vacation" },
        reason: "Operation",
      });
  });

  it("v1 is company-wide and shows it", async () => {
    const key = await makeLegacyKey(services, workspace.id);
    const id = await makeSick("admin", { startDate: "2028-01-03" });
    const { body } = await api.v1<Listed>(
      "/v1/leaves?startDate=2028-01-01&endDate=2028-02-01&expand=leaveType",
      { key },
    );
    expect(body.data).toMatchObject([{ id, leaveTypeId: sick(), leaveType: { name: "Sick" } }]);
  });

  it("null in the webhook body of recipients who may not see it", async () => {
    const { people } = workspace;
    const leaveId = (await makeSick("admin")).slice("leave-".length);
    const row: EventRow = {
      workspaceId: workspace.id,
      id: newId(),
      messageId: "msg_1",
      type: "leave.approved",
      subjectUserId: people.admin.id,
      occurredAt: clock(),
      data: { leaveId, previousStatus: null },
    };
    const stored = await leaveRow(services, leaveId);
    const {
      workspaceId: _w,
      updatedAt: _u,
      openedAt: _o,
      remindedOn: _d,
      reason: _r,
      statusReason: _s,
      cancelAskedAt: _a,
      cancelReason: _c,
      changeAskedAt: _ca,
      wantedChange: _wc,
      ...kept
    } = stored;
    const snapshot = { ...kept, createdAt: null };
    const rows = [row, { ...row, id: newId(), data: { leaveId, previousStatus: null, snapshot } }];
    for (const [role, form] of [
      ["approver", { leaveTypeId: null, leaveType: null }],
      ["locationAdmin", { leaveTypeId: null, leaveType: null }],
      ["admin", { leaveTypeId: sick(), leaveType: { name: "Sick" } }],
    ] as const) {
      const actor = await loadActor(services.db, workspace.id, people[role].id, { type: "operator" });
      if (!actor) throw new Error("There is no such person");
      const bodies = await renderEvents(ctxFor(services, actor, "test"), rows);
      expect(bodies.size).toBe(2);
      for (const body of bodies.values()) expect(JSON.parse(body).data).toMatchObject(form);
    }
  });

  it("null in the balances read by users who do not manage the person", async () => {
    const { north } = workspace.locations;
    const its = and(
      eq(leavePolicies.leaveTypeId, workspace.leaveTypes.sick),
      eq(leavePolicies.locationId, north),
    );
    expect(await services.db.$count(leavePolicies, its)).toBe(1);
    const typesFor = async (role: TestRole, member: CastMember) => {
      const url = `/v2/users/${encodeId("user", workspace.people[member].id)}/balances`;
      const { body } = await api.get<Listed>(url, keys[role]);
      return body.data.map(({ leaveTypeId }) => leaveTypeId);
    };
    const vacation = encodeId("leaveType", workspace.leaveTypes.vacation);
    expect(await typesFor("approver", "admin")).toEqual([null, vacation]);
    expect(await typesFor("locationAdmin", "admin")).toEqual([null, vacation]);
    expect(await typesFor("locationAdmin", "northSeller")).toEqual([sick(), vacation]);
    expect(await typesFor("locationAdmin", "locationAdmin")).toEqual([sick(), vacation]);
    expect(await typesFor("admin", "locationAdmin")).toEqual([sick(), vacation]);
  });

  it("adds no query to a read", async () => {
    const id = await makeSick("admin");
    for (const [url, extra] of [
      [`/v2/leaves/${id}`, 0],
      ["/v2/leaves", 1],
    ] as const) {
      const counts: number[] = [];
      for (const role of ["admin", "locationAdmin"] as const) {
        await api.get(url, keys[role]);
        statements.length = 0;
        await api.get(url, keys[role]);
        counts.push(statements.filter((text) => /\bleaves\b|\busers\b/.test(text)).length);
      }
      // For a user with a small reach, the list looks up their people first.
      expect([url, (counts[1] ?? 0) - (counts[0] ?? 0)]).toEqual([url, extra]);
    }
  });
});
