import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { bookCompanyLeave, companyLeaveOf } from "@/server/test/company-kit";
import { makeKey, type TestKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { editLeave } from "./edit";
import { getRequestTerms } from "./get-request-terms";
import { importLeaves } from "./import-leaves";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
let key: TestKey;
let api: ReturnType<typeof apiClient>;

const day = "2026-12-02";
const message = "People can't ask for this leave type themselves.";

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  await set(false);
});

const set = (isRequestable: boolean) =>
  services.db
    .update(leaveTypes)
    .set({ isRequestable })
    .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
const own = () => as(services, person);
const boss = () => as(services, workspace.people.admin);
const typeId = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const namesFor = async (...of: Parameters<typeof getRequestTerms>) =>
  (await getRequestTerms(...of)).types.map(({ id }) => id === workspace.leaveTypes.vacation);

it("400 when the person asks for it, and the preview says so", async () => {
  const json = { leaveTypeId: typeId(), startDate: day, endDate: day };
  const refused = await api.v2<Refused>("POST", "/v2/leaves", { key, json });
  expect(refused.status).toBe(400);
  expect(refused.body.error.details?.fields).toEqual([{ path: "leaveTypeId", message }]);
  const preview = await api.v2<Single<{ faults: object[] }>>("POST", "/v2/leaves/preview", { key, json });
  expect(preview.body.data.faults).toEqual([{ code: "VALIDATION_ERROR", path: "leaveTypeId", message }]);
  const { token } = await makeGrant(services, person);
  const wanted = { leaveType: "Vacation", startDate: day, endDate: day };
  const asked = await postMcp(services, { token, body: callOf("preview_leave", wanted) });
  expect(asked.json.result.isError).toBe(true);
  expect(JSON.stringify(asked.json.result)).toContain("leaveType: Must be one of");
});

it("201 for those who manage the person, for company leave and for imports", async () => {
  const added = await requestLeave(await boss(), { ...days(person, day), userId: person.id });
  expect(added.status).toBe("APPROVED");
  const { locationAdmin, approver } = workspace.people;
  await setApprovers(services, workspace, person.departmentId, [[approver, 1]]);
  for (const [place, manager] of [locationAdmin, approver].entries()) {
    const on = `2026-12-0${7 + place}`;
    const leave = await requestLeave(await as(services, manager), { ...days(person, on), userId: person.id });
    expect(leave.status).toBe("APPROVED");
  }
  const row = { user: encodeId("user", person.id), leaveType: typeId() };
  const imported = await importLeaves(await boss(), {
    mode: "valid",
    rows: [{ ...row, startDate: "2026-12-10", endDate: "2026-12-10" }],
  });
  expect(imported.createdCount).toBe(1);
  await bookCompanyLeave(services, workspace, { startDate: "2026-12-14", endDate: "2026-12-14" });
  expect(await companyLeaveOf(services, person)).toMatchObject({ status: "APPROVED" });
});

it("the request form offers it only to who manages the person", async () => {
  const { approver } = workspace.people;
  await setApprovers(services, workspace, person.departmentId, [[approver, 1]]);
  expect(await namesFor(await own())).not.toContain(true);
  expect(await namesFor(await as(services, approver), { userId: person.id })).toContain(true);
  expect(await namesFor(await boss())).toContain(true);
  await set(true);
  expect(await namesFor(await own())).toContain(true);
});

it("400 when the person moves such leave, or changes leave to the type; its note they may", async () => {
  const { id } = await requestLeave(await boss(), { ...days(person, day), userId: person.id });
  const refused = {
    code: "VALIDATION_ERROR",
    more: { details: { fields: [{ path: "leaveTypeId", message }] } },
  };
  await expect(editLeave(await own(), id, { endDate: "2026-12-03" })).rejects.toMatchObject(refused);
  expect(await namesFor(await own(), { leaveId: id })).toContain(true);
  await editLeave(await own(), id, { reason: "Thanks" });
  await editLeave(await boss(), id, { endDate: "2026-12-03" });
  expect(await leaveRow(services, id)).toMatchObject({ reason: "Thanks", endDate: "2026-12-03" });
  await cancelLeave(await own(), id);
});

it("what was asked for before is decided as before", async () => {
  await set(true);
  await setApprovers(services, workspace, person.departmentId, []);
  const asked = await requestLeave(await own(), days(person, day));
  await set(false);
  expect((await approveLeave(await boss(), asked.id)).status).toBe("APPROVED");
});

it("200 administrators set it in v2, and it is true where it is left out", async () => {
  const admin = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
  const created = await api.v2<Single<{ id: string; isRequestable: boolean }>>("POST", "/v2/leave-types", {
    key: admin,
    json: { name: "Company holiday", color: "336699" },
  });
  expect(created.body.data.isRequestable).toBe(true);
  const path = `/v2/leave-types/${created.body.data.id}`;
  const patched = await api.v2<Single>("PATCH", path, { key: admin, json: { isRequestable: false } });
  expect(patched.body.data).toMatchObject({ isRequestable: false });
});
