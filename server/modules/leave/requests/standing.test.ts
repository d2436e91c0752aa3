import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { type LeaveStatus, leaveStatuses } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
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
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
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
});
afterAll(() => services.close());

const asked = async (start = "2026-12-01", more = {}) => {
  const person = await makePerson(services, workspace, more);
  const { id } = await requestLeave(await as(services, person), days(person, start));
  return { person, id };
};
const setStatus = (id: string, status: LeaveStatus) =>
  services.db.update(leaves).set({ status }).where(eq(leaves.id, id));
const keyOf = (person: TestPerson) => makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
const path = (id: string) => `/v2/leaves/${encodeId("leave", id)}`;
const cancel = <T = Single>(key: TestKey, id: string, json?: unknown) =>
  api.v2<T>("POST", `${path(id)}/cancel`, { key, ...(json !== undefined && { json }) });
const remove = <T = undefined>(key: TestKey, id: string) => api.v2<T>("DELETE", path(id), { key });

it("200 cancel by the owner, open or approved, with a reason", async () => {
  for (const status of ["OPEN", "APPROVED"] as const) {
    const { person, id } = await asked();
    await setStatus(id, status);
    const answer = await cancel(await keyOf(person), id, { reason: "Not needed" });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ status: "CANCELLED", statusReason: "Not needed" });
    expect((await tracesOf(services, id)).events.at(-1)).toBe(`leave.cancelled from ${status}`);
  }
});

it("200 cancel on its last day, 409 for the owner afterwards, 200 for a manager", async () => {
  const today = await asked("2026-11-20");
  expect((await cancel(await keyOf(today.person), today.id)).status).toBe(200);
  const past = await asked("2026-11-19");
  await setStatus(past.id, "APPROVED");
  expect((await cancel<Refused>(await keyOf(past.person), past.id)).body.error.code).toBe("CONFLICT");
  expect((await remove<Refused>(await keyOf(past.person), past.id)).body.error.code).toBe("CONFLICT");
  // Days that were taken come back only with a reason.
  expect((await cancel(keys.locationAdmin, past.id)).status).toBe(400);
  expect((await cancel(keys.locationAdmin, past.id, { reason: "Was ill" })).body.data).toMatchObject({
    status: "CANCELLED",
    statusReason: "Was ill",
  });
});

it("200 an approver cannot undo their own past leave, an administrator can", async () => {
  const { approver, admin } = workspace.people;
  const past = async (person: TestPerson, startDate: string) => {
    const leave = await requestLeave(await as(services, admin), {
      ...days(person, startDate),
      userId: person.id,
    });
    return leave.id;
  };
  const own = await past(approver, "2026-11-18");
  expect((await cancel<Refused>(keys.approver, own)).status).toBe(409);
  const adminOwn = await past(admin, "2026-11-18");
  await setStatus(adminOwn, "APPROVED");
  expect((await cancel(keys.admin, adminOwn, { reason: "Worked" })).status).toBe(200);
});

it("204 delete marks the leave, which stays readable and listed by status", async () => {
  const { person, id } = await asked();
  const answer = await remove(await keyOf(person), id);
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect((await api.get<Single>(path(id), keys.admin)).body.data).toMatchObject({ status: "DELETED" });
  const listed = await api.get<Listed>("/v2/leaves?status=DELETED", keys.admin);
  expect(listed.body.data.map((leave) => leave.id)).toContain(encodeId("leave", id));
  const { events, audit } = await tracesOf(services, id);
  expect(events.at(-1)).toBe("leave.deleted from OPEN");
  expect(audit.at(-1)?.action).toBe("leave.delete");
});

it("204 an owner deletes what was decided against, even when it is over", async () => {
  for (const status of ["DENIED", "CANCELLED", "EXPIRED"] as const) {
    const { person, id } = await asked("2026-11-17");
    await setStatus(id, status);
    expect((await remove(await keyOf(person), id)).status).toBe(204);
  }
});

it("409 for statuses without a transition", async () => {
  const { id } = await asked();
  for (const status of leaveStatuses) {
    await setStatus(id, status);
    if (status !== "OPEN" && status !== "APPROVED")
      expect((await cancel<Refused>(keys.admin, id)).body.error.code).toBe("CONFLICT");
    if (status === "DELETED")
      expect((await remove<Refused>(keys.admin, id)).body.error.code).toBe("CONFLICT");
  }
});

it("403 for a user who reaches the leave but does not manage its owner, 404 outside reach", async () => {
  const { id } = await asked("2026-12-01", { isAdmin: true });
  expect((await cancel<Refused>(keys.approver, id)).body.error.code).toBe("FORBIDDEN");
  expect((await remove<Refused>(keys.approver, id)).body.error.code).toBe("FORBIDDEN");
  expect((await cancel<Refused>(keys.user, id)).body.error.code).toBe("RESOURCE_NOT_FOUND");
  expect((await remove<Refused>(keys.user, id)).body.error.code).toBe("RESOURCE_NOT_FOUND");
  expect((await remove<Refused>(keys.admin, crypto.randomUUID())).status).toBe(404);
});

it("400 for an unknown field", async () => {
  const { id } = await asked();
  expect((await cancel<Refused>(keys.admin, id, { because: "x" })).body.error.code).toBe("VALIDATION_ERROR");
});

it("of 20 concurrent cancellations and deletions, at most one cancels and exactly one deletes", async () => {
  const { person, id } = await asked();
  const ctx = await as(services, person);
  await outcomes(Array.from({ length: 20 }, (_, n) => (n % 2 ? cancelLeave(ctx, id) : deleteLeave(ctx, id))));
  const { events } = await tracesOf(services, id);
  expect(events.filter((event) => event.startsWith("leave.deleted"))).toHaveLength(1);
  expect(events.filter((event) => event.startsWith("leave.cancelled")).length).toBeLessThanOrEqual(1);
  expect((await leaveRow(services, id)).status).toBe("DELETED");
});
