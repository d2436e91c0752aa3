import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { leaves } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

const clock = standingClock();
let services: Services;
let api: ReturnType<typeof apiClient>;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

interface Certificate {
  askedById: string | null;
  dueOn: string;
  isOverdue: boolean;
  receivedAt: string | null;
  fileId: string | null;
}
const leaveOf = async () =>
  encodeId(
    "leave",
    await makeLeave(services, workspace.people.user, { startDate: "2027-02-01", status: "APPROVED" }),
  );
const call = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  leaveId: string,
  key = keys.admin,
  body?: object,
) => {
  clock.pass(200);
  return api.v2<Single<Certificate> & Refused>(method, `/v2/leaves/${leaveId}/certificate`, {
    key,
    ...(body && { json: body }),
  });
};
const rows = () =>
  services.db.select().from(leaveCertificates).where(eq(leaveCertificates.workspaceId, workspace.id));
const upload = (leaveId: string) => {
  clock.pass(200);
  return api.v2<Single<{ id: string }>>("POST", `/v2/leaves/${leaveId}/files`, {
    key: keys.user,
    body: new Uint8Array(Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n")),
    headers: { "content-disposition": 'attachment; filename="note.pdf"' },
  });
};

it("of two who ask at once, one asks: 201 and 409, one row, one mail of each kind", async () => {
  const leave = await leaveOf();
  const answers = await Promise.all([
    call("POST", leave, keys.admin, {}),
    call("POST", leave, keys.admin, {}),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await rows()).toHaveLength(1);
  const notices = await services.db
    .select({ kind: leaveNotices.kind })
    .from(leaveNotices)
    .where(and(eq(leaveNotices.workspaceId, workspace.id)));
  expect(notices.map(({ kind }) => kind).sort()).toEqual(["certificate", "certificateDue"]);
});

it("who does not see the leave's files sees no certificate, and the person asks for none", async () => {
  const leave = await leaveOf();
  expect((await call("POST", leave, keys.user, {})).status).toBe(403);
  expect((await call("GET", leave)).status).toBe(404);
  expect((await call("POST", leave, keys.admin, {})).status).toBe(201);
  expect((await call("GET", leave, keys.user)).status).toBe(200);
  expect((await call("GET", leave, keys.approver)).status).toBe(404);
  expect((await call("PATCH", leave, keys.user, { isReceived: true })).status).toBe(403);
});

it("a file answers it, deleting the file opens it again, and paper answers it, too", async () => {
  const leave = await leaveOf();
  await call("POST", leave, keys.admin, {});
  const file = (await upload(leave)).body.data.id;
  expect((await call("GET", leave)).body.data).toMatchObject({ fileId: file, isOverdue: false });
  clock.pass(200);
  await api.v2("DELETE", `/v2/leaves/${leave}/files/${file}`, { key: keys.user });
  expect((await call("GET", leave)).body.data).toMatchObject({ fileId: null, receivedAt: null });
  expect((await call("PATCH", leave, keys.admin, { isReceived: true })).body.data.receivedAt).not.toBeNull();
  expect((await call("PATCH", leave, keys.admin, { isReceived: false })).body.data.receivedAt).toBeNull();
});

it("a day that is over is refused, and cancelled leave owes nothing", async () => {
  const leave = await leaveOf();
  expect((await call("POST", leave, keys.admin, { dueOn: "2020-01-01" })).status).toBe(400);
  await call("POST", leave, keys.admin, {});
  clock.pass(200);
  expect((await api.v2("POST", `/v2/leaves/${leave}/cancel`, { key: keys.admin, json: {} })).status).toBe(
    200,
  );
  expect((await call("GET", leave)).status).toBe(404);
  expect((await call("PATCH", leave, keys.admin, { isReceived: true })).status).toBe(409);
});

it("leave that ends early owes a rule nothing that it is too short for", async () => {
  await proofRule();
  const leaveTypeId = encodeId("leaveType", workspace.leaveTypes.vacation);
  const dayFrom = (days: number) => dayText(dayNumber(clock().toISOString().slice(0, 10)) + days);
  const book = async (startsIn: number) => {
    clock.pass(200);
    const userId = encodeId("user", workspace.people.user.id);
    const json = { userId, leaveTypeId, startDate: dayFrom(startsIn), endDate: dayFrom(startsIn + 14) };
    const { body } = await api.v2<Single<{ id: string }>>("POST", "/v2/leaves", { key: keys.admin, json });
    await api.v2("POST", `/v2/leaves/${body.data.id}/approve`, { key: keys.admin });
    return body.data.id;
  };
  const end = (id: string) => {
    clock.pass(200);
    return api.v2("POST", `/v2/leaves/${id}/cancel`, { key: keys.user });
  };
  const short = await book(-3);
  expect((await call("GET", short)).status).toBe(200);
  expect((await end(short)).body).toMatchObject({ data: { status: "APPROVED", endDate: dayFrom(-1) } });
  expect((await call("GET", short)).status).toBe(404);
  await services.db.delete(leaves).where(eq(leaves.workspaceId, workspace.id));
  const long = await book(-7);
  await end(long);
  expect((await call("GET", long)).status).toBe(200);
});

const proofRule = () =>
  services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id: newId(), name: "Doctor's note", kind: "PROOF", effect: "WARN" },
    ...{ parameters: { longerThan: 3, withinDays: 4 }, createdAt: clock(), updatedAt: clock() },
  });

it("asked for by hand without a day, it is due after the first day of leave that is to come", async () => {
  await proofRule();
  const leave = await leaveOf();
  const startsOn = dayNumber(clock().toISOString().slice(0, 10)) + 30;
  const [startDate, endDate] = [dayText(startsOn), dayText(startsOn + 1)];
  await services.db.update(leaves).set({ startDate, endDate }).where(eq(leaves.workspaceId, workspace.id));
  expect((await call("POST", leave, keys.admin, {})).body.data.dueOn).toBe(dayText(startsOn + 4));
});

it("a preview says the day by which the rule will ask: not one that is over", async () => {
  await proofRule();
  const leaveTypeId = encodeId("leaveType", workspace.leaveTypes.vacation);
  const today = dayNumber(clock().toISOString().slice(0, 10));
  const json = {
    userId: encodeId("user", workspace.people.user.id),
    ...{ leaveTypeId, startDate: dayText(today - 10), endDate: dayText(today + 1) },
  };
  const preview = await api.v2<Single<{ rules: unknown[] }>>("POST", "/v2/leaves/preview", {
    ...{ key: keys.admin, json },
  });
  expect(preview.body.data.rules).toMatchObject([{ kind: "PROOF", facts: { dueOn: dayText(today) } }]);
  clock.pass(200);
  const booked = await api.v2<Single<{ id: string }>>("POST", "/v2/leaves", { key: keys.admin, json });
  expect((await call("GET", booked.body.data.id)).body.data.dueOn).toBe(dayText(today));
});

it("a rule asks when leave is booked, once; an edit that makes it shorter takes that back", async () => {
  await proofRule();
  const leaveTypeId = encodeId("leaveType", workspace.leaveTypes.vacation);
  clock.pass(200);
  const booked = await api.v2<Single<{ id: string }>>("POST", "/v2/leaves", {
    key: keys.user,
    json: { leaveTypeId, startDate: "2027-01-11", endDate: "2027-01-15" },
  });
  expect(booked.status, booked.text).toBe(201);
  const { id } = booked.body.data;
  expect((await call("GET", id)).body.data).toMatchObject({ askedById: null, dueOn: "2027-01-15" });
  const edit = (endDate: string) => {
    clock.pass(200);
    return api.v2("PATCH", `/v2/leaves/${id}`, { key: keys.user, json: { endDate } });
  };
  await edit("2027-01-19");
  expect(await rows()).toHaveLength(1);
  await edit("2027-01-12");
  expect(await rows()).toHaveLength(0);
});
