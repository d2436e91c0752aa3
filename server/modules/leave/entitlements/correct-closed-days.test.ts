import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import { makeKeys, type TestKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
let key: TestKey;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  key = (await makeKeys(services, workspace)).admin;
  await services.db
    .update(locations)
    .set({ closedThrough: "2026-10-31" })
    .where(eq(locations.workspaceId, workspace.id));
});
afterAll(() => services.close());

const path = () => `/v2/users/${encodeId("user", person.id)}`;
const correct = (more = {}) =>
  api.v2<{ data: { id: string } } & Refused>("POST", `${path()}/balance-adjustments`, {
    key,
    json: {
      ...{ kind: "CORRECTION", leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation), days: -2 },
      ...{ effectiveDate: "2026-11-02", correctsFrom: "2026-10-05", correctsTo: "2026-10-06" },
      note: "Was away, told later",
      ...more,
    },
  });
const balance = async () => {
  const { body } = await api.get<Listed>(`${path()}/balances?asOf=2026-11-20`, key);
  return body.data.find(
    ({ leaveTypeId }) => leaveTypeId === encodeId("leaveType", workspace.leaveTypes.vacation),
  );
};

it("201 a correction counts as an adjustment, names the closed days, and is a line CORRECTED", async () => {
  const { status, body } = await correct();
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...{ kind: "CORRECTION", days: -2, effectiveDate: "2026-11-02" },
    ...{ correctsFrom: "2026-10-05", correctsTo: "2026-10-06" },
  });
  // As processes of the version before read it.
  const [row] = await services.db
    .select()
    .from(balanceAdjustments)
    .where(eq(balanceAdjustments.userId, person.id));
  expect(row?.kind).toBe("ADJUSTMENT");
  expect(await balance()).toMatchObject({ adjusted: -2, remaining: 48 - 25 });
  const leaveTypeId = encodeId("leaveType", workspace.leaveTypes.vacation);
  const lines = await api.get<Listed>(`${path()}/balances/explanation?leaveTypeId=${leaveTypeId}`, key);
  expect(lines.body.data).toContainEqual(
    expect.objectContaining({
      kind: "CORRECTED",
      days: -2,
      date: "2026-11-02",
      note: "Was away, told later",
    }),
  );
});

it("201 a reversal takes a correction back", async () => {
  const { body } = await correct();
  const reversal = { kind: "REVERSAL", reverses: body.data.id, note: "Wrong" };
  expect(await api.v2("POST", `${path()}/balance-adjustments`, { key, json: reversal })).toMatchObject({
    status: 201,
  });
  expect(await balance()).toMatchObject({ adjusted: 0 });
});

it("400 for days that are open or in wrong order, and for more days than these, 409 from a day that is closed", async () => {
  const faults = async (more: object) => {
    const { status, body } = await correct(more);
    return [status, ...(body.error.details?.fields ?? []).map((fault) => fault.path)];
  };
  expect(await faults({ correctsTo: "2026-11-01" })).toEqual([400, "correctsTo"]);
  expect(await faults({ correctsFrom: "2026-10-07" })).toEqual([400, "correctsTo"]);
  expect(await faults({ correctsTo: undefined })).toEqual([400, "correctsTo"]);
  // A day counts as one at most.
  expect(await faults({ days: -2.5 })).toEqual([400, "days"]);
  expect(await faults({ days: 3 })).toEqual([400, "days"]);
  expect(await correct({ effectiveDate: "2026-10-31" })).toMatchObject({
    status: 409,
    body: { error: { code: "PERIOD_CLOSED" } },
  });
});

it("the page that reopens days names the corrections that still count beside their leave", async () => {
  const admin = await signedInCaller(services, workspace.people.admin);
  const named = async (through: string | null) =>
    (
      await admin.closings.corrections({ id: encodeId("location", workspace.locations.north), through })
    ).filter(({ userId }) => userId === encodeId("user", person.id));
  const before = (await named(null)).length;
  const { body } = await correct();
  expect((await named(null)).length).toBe(before + 1);
  expect(await named("2026-10-05")).toContainEqual(
    expect.objectContaining({ id: body.data.id, startDate: "2026-10-05", endDate: "2026-10-06" }),
  );
  expect(await named("2026-10-06")).toEqual([]);
  const reversal = { kind: "REVERSAL", reverses: body.data.id, note: "Entered as leave" };
  await api.v2("POST", `${path()}/balance-adjustments`, { key, json: reversal });
  expect((await named(null)).length).toBe(before);
  const user = await signedInCaller(services, workspace.people.user);
  await expect(
    user.closings.corrections({ id: encodeId("location", workspace.locations.north), through: null }),
  ).rejects.toMatchObject({ cause: { code: "FORBIDDEN" } });
});
