import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { leaveStatuses } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  await onlyApprover();
});
afterAll(() => services.close());

/** Sales has one approver, like most departments. */
const onlyApprover = () =>
  setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
const asked = async (more = {}): Promise<{ person: TestPerson; id: string }> => {
  const person = await makePerson(services, workspace, more);
  const { id } = await requestLeave(await as(services, person), days(person, "2026-12-01", "2026-12-02"));
  return { person, id };
};
const act = <T = Single>(key: TestKey, id: string, action: "approve" | "deny", json?: unknown) =>
  api.v2<T>("POST", `/v2/leaves/${encodeId("leave", id)}/${action}`, {
    key,
    ...(json !== undefined && { json }),
  });

it("200 approve: the only approver of the department decides", async () => {
  const { id } = await asked();
  const { status, body } = await act(keys.approver, id, "approve");
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    status: "APPROVED",
    approvedLevel: 1,
    approverId: encodeId("user", workspace.people.approver.id),
    autoApproved: false,
  });
  const { events, audit } = await tracesOf(services, id);
  expect(events).toEqual(["leave.requested from null", "leave.approved from OPEN"]);
  expect(audit.at(-1)).toMatchObject({
    action: "leave.approve",
    changes: { status: { from: "OPEN", to: "APPROVED" }, approvedLevel: { from: 0, to: 1 } },
  });
});

it("200 deny stores the reason, which is not in the audit line", async () => {
  const { id } = await asked();
  const { status, body } = await act(keys.approver, id, "deny", { reason: "Stocktaking" });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: "DENIED", statusReason: "Stocktaking" });
  const { events, audit } = await tracesOf(services, id);
  expect(events.at(-1)).toBe("leave.denied from OPEN");
  expect(JSON.stringify(audit)).not.toContain("Stocktaking");
});

it("200 deny without a body", async () => {
  const { id } = await asked();
  expect((await act(keys.admin, id, "deny")).body.data).toMatchObject({
    status: "DENIED",
    statusReason: null,
  });
});

it("200 with two levels: level 1 lifts, level 2 decides, 409 out of turn", async () => {
  const { approver, admin } = workspace.people;
  await setApprovers(services, workspace, workspace.departments.sales, [
    [approver, 1],
    [admin, 2],
  ]);
  const { id } = await asked();
  expect((await act<Refused>(keys.admin, id, "approve")).status).toBe(409);
  const lifted = await act(keys.approver, id, "approve");
  expect(lifted.body.data).toMatchObject({ status: "OPEN", approvedLevel: 1 });
  expect((await act<Refused>(keys.approver, id, "approve")).status).toBe(409);
  const approved = await act(keys.admin, id, "approve");
  expect(approved.body.data).toMatchObject({ status: "APPROVED", approvedLevel: 2 });
  const { events } = await tracesOf(services, id);
  expect(events.slice(1)).toEqual(["leave.updated from OPEN", "leave.approved from OPEN"]);
  await onlyApprover();
});

it("200 denied at level 1 of two", async () => {
  await setApprovers(services, workspace, workspace.departments.sales, [
    [workspace.people.approver, 1],
    [workspace.people.admin, 2],
  ]);
  const { id } = await asked();
  await act(keys.approver, id, "approve");
  expect((await act(keys.admin, id, "deny")).body.data).toMatchObject({ status: "DENIED" });
  await onlyApprover();
});

it("200 a location admin who is not an approver makes the final decision for their location", async () => {
  const { id } = await asked();
  expect((await act(keys.locationAdmin, id, "approve")).body.data).toMatchObject({ status: "APPROVED" });
});

it("200 an approver may decide the leave of a stronger role in their department", async () => {
  const { id } = await asked({ isAdmin: true });
  expect((await act(keys.approver, id, "approve")).body.data).toMatchObject({ status: "APPROVED" });
});

it("below COMPLETE, two levels work as one", async () => {
  const core = await makeLeaveWorkspace(services);
  await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, core.id));
  const person = core.people.northSeller;
  const { id } = await requestLeave(await as(services, person), days(person, "2026-12-01"));
  const approved = await approveLeave(await as(services, core.people.approver), id);
  expect(approved).toMatchObject({ status: "APPROVED", approvedLevel: 1 });
});

it("403 for the owner without a role; 404 for a user outside reach and for another workspace", async () => {
  const { person, id } = await asked();
  const own = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  const other = await makeKeys(services, await makeLeaveWorkspace(services));
  for (const action of ["approve", "deny"] as const) {
    expect((await act<Refused>(own, id, action)).body.error.code).toBe("FORBIDDEN");
    expect((await act<Refused>(keys.user, id, action)).status).toBe(404);
    expect((await act<Refused>(other.admin, id, action)).status).toBe(404);
    expect((await act<Refused>(keys.admin, crypto.randomUUID(), action)).status).toBe(404);
  }
});

it("403 an approver's own leave, but 200 when they are the only approver", async () => {
  const { sales } = workspace.departments;
  const person = await makePerson(services, workspace);
  await setApprovers(services, workspace, sales, [
    [person, 1],
    [workspace.people.approver, 1],
  ]);
  const ctx = await as(services, person);
  const { id } = await requestLeave(ctx, days(person, "2026-12-01"));
  await expect(approveLeave(ctx, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await setApprovers(services, workspace, sales, [[person, 1]]);
  expect(await approveLeave(ctx, id)).toMatchObject({ status: "APPROVED", approverId: person.id });
  await onlyApprover();
});

it("404 acting on behalf of an approver does not widen the key: its owner must reach the person", async () => {
  const { id } = await asked({ locationId: workspace.locations.south });
  // The location admin manages the approver, who reaches sales everywhere. The key's owner reaches only north.
  const northApprover = await makePerson(services, workspace);
  await setApprovers(services, workspace, workspace.departments.sales, [[northApprover, 1]]);
  const path = `/v2/leaves/${encodeId("leave", id)}/approve`;
  const headers = { "x-on-behalf-of": encodeId("user", northApprover.id) };
  expect((await api.v2("POST", path, { key: keys.locationAdmin, headers })).status).toBe(404);
  expect((await api.v2("POST", path, { key: keys.admin, headers })).status).toBe(200);
  await onlyApprover();
});

it("409 in every status but OPEN", async () => {
  const { id } = await asked();
  for (const status of leaveStatuses.filter((one): one is LeaveStatus => one !== "OPEN")) {
    await services.db.update(leaves).set({ status }).where(eq(leaves.id, id));
    for (const action of ["approve", "deny"] as const)
      expect((await act<Refused>(keys.admin, id, action)).body.error.code).toBe("CONFLICT");
  }
  expect((await tracesOf(services, id)).events).toHaveLength(1);
});

it("400 for an unknown field or an over-long reason", async () => {
  const { id } = await asked();
  const { status, body } = await act<Refused>(keys.admin, id, "deny", {
    because: "x",
    reason: "x".repeat(2001),
  });
  expect(status).toBe(400);
  expect(body.error.details?.fields?.map(({ path }) => path).sort()).toEqual(["because", "reason"]);
});

it("of concurrent approvals, denials, cancellations and edits, exactly one decides", async () => {
  const { people } = workspace;
  for (let round = 0; round < 5; round++) {
    const { person, id } = await asked();
    const [approver, admin, self] = await Promise.all(
      [people.approver, people.admin, person].map((p) => as(services, p)),
    );
    if (!approver || !admin || !self) throw new Error("three people were asked for");
    const calls = Array.from({ length: 8 }, () => [
      approveLeave(approver, id),
      denyLeave(admin, id, { reason: "No" }),
      approveLeave(admin, id),
    ]).flat();
    expect(await outcomes(calls)).toEqual({ ok: 1, CONFLICT: 23 });
    const { events, audit } = await tracesOf(services, id);
    expect([events.length, audit.length]).toEqual([2, 2]);
    expect((await leaveRow(services, id)).status).toBe(
      events[1] === "leave.denied from OPEN" ? "DENIED" : "APPROVED",
    );
  }
});

it("a concurrent decision and cancellation leave one consistent history", async () => {
  for (let round = 0; round < 5; round++) {
    const { person, id } = await asked();
    const approver = await as(services, workspace.people.approver);
    const self = await as(services, person);
    await outcomes([
      approveLeave(approver, id),
      cancelLeave(self, id),
      editLeave(self, id, { endDate: "2026-12-03" }),
      denyLeave(approver, id),
    ]);
    const { events } = await tracesOf(services, id);
    let status: string | null = null;
    const after: Record<string, string> = {
      requested: "OPEN",
      approved: "APPROVED",
      denied: "DENIED",
      cancelled: "CANCELLED",
      updated: "OPEN",
    };
    for (const event of events) {
      const [type, , previous] = event.split(" ");
      expect(previous).toBe(String(status));
      status = after[type?.slice("leave.".length) ?? ""] ?? null;
    }
    expect((await leaveRow(services, id)).status).toBe(status);
  }
});
