import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { makeLeaveWorkspace } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, { yearlyQuota: 200 });
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

/** Works in engineering, approves sales, which is outside their own reach. */
const send = (method: string, path: string, json?: unknown) =>
  api.v2<Single>(method, `/v2${path}`, { key: keys.approver, ...(json !== undefined && { json }) });
let day = 0;
const request = async (): Promise<string> => {
  clock.pass(60_000);
  day++;
  const date = `2027-03-${String(day).padStart(2, "0")}`;
  const answer = await send("POST", "/leaves", {
    leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
    startDate: date,
    endDate: `2027-03-${String(day + 2).padStart(2, "0")}`,
  });
  expect(answer.status).toBe(201);
  day += 2;
  return String(answer.body.data.id);
};

describe("the own leave of an approver outside the departments they approve", () => {
  it("200 a single read, expanded with their own user", async () => {
    const id = await request();
    const { status, body } = await send("GET", `/leaves/${id}?expand=user,approver,leaveType`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, user: { name: "Paul Approver" }, leaveType: { name: "Vacation" } });
  });

  it("200 and 204 every write that its status permits, and the balances", async () => {
    const id = await request();
    expect((await send("PATCH", `/leaves/${id}`, { reason: "Moved" })).body.data).toMatchObject({
      reason: "Moved",
    });
    // Visible, but not theirs to decide: they do not approve their own department.
    expect((await send("POST", `/leaves/${id}/approve`)).status).toBe(403);
    expect((await send("POST", `/leaves/${id}/cancel`)).status).toBe(200);
    expect((await send("DELETE", `/leaves/${id}`)).status).toBe(204);
    expect((await send("GET", `/leaves/${id}`)).body.data).toMatchObject({ status: "DELETED" });
    const self = encodeId("user", workspace.people.approver.id);
    expect((await send("GET", `/users/${self}/balances`)).status).toBe(200);
  });

  it("200 a leave that one decided shows oneself as approver; lists stay as they are", async () => {
    const approverId = workspace.people.approver.id;
    const id = encodeId(
      "leave",
      await makeLeave(services, workspace.people.user, { startDate: "2027-05-03", approverId }),
    );
    const single = await send("GET", `/leaves/${id}?expand=approver`);
    expect(single.body.data).toMatchObject({ approver: { name: "Paul Approver" } });
    const { body } = await api.get<Listed>("/v2/leaves?status=OPEN,APPROVED&expand=approver", keys.approver);
    expect(body.data.map((leave) => leave.id)).toEqual([id]);
    expect(body.data[0]).toMatchObject({ approver: null });
  });

  it("404 the leave of another user outside reach", async () => {
    const id = encodeId(
      "leave",
      await makeLeave(services, workspace.people.admin, { startDate: "2027-06-01" }),
    );
    expect((await send("GET", `/leaves/${id}`)).status).toBe(404);
    expect((await send("POST", `/leaves/${id}/cancel`)).status).toBe(404);
  });
});
