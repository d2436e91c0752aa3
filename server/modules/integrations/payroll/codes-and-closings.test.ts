import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  keys = await makeKeys(services, workspace);
  person = await makePerson(services, workspace, { startDate: "2026-01-01", employeeId: "N-1" });
  await services.db
    .update(locations)
    .set({ payPeriod: { type: "MONTHLY", endsOn: 31 } })
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, workspace.locations.north)));
  await services.db
    .update(leaveTypes)
    .set({ wageCode: "1200" })
    .where(and(eq(leaveTypes.workspaceId, workspace.id), eq(leaveTypes.id, workspace.leaveTypes.vacation)));
});

const north = () => encodeId("location", workspace.locations.north);
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const made = async (more: object = {}) => {
  const json = { locationId: north(), date: "2026-11-01", ...more };
  const { status, body } = await api.v2<Single<{ id: string }>>("POST", "/v2/payroll-runs", {
    key: keys.admin,
    json,
  });
  expect(status).toBe(201);
  return body.data;
};
const linesOf = async (id: string) =>
  (
    await api.get<Listed<{ kind: string; wageCode: string | null }>>(
      `/v2/payroll-runs/${id}/lines`,
      keys.admin,
    )
  ).body.data;
const take = async (startDate: string) => requestLeave(await as(services, person), days(person, startDate));
const file = async (id: string) => (await api.get(`/v2/payroll-runs/${id}/file`, keys.admin)).text;
const admin = () => signedInCaller(services, workspace.people.admin);

describe("codes of a template", () => {
  type Template = Single<{ id: string; codes: object[] }>;
  const columns = [{ field: "WAGE_CODE", title: "Code" }];
  const south = () => encodeId("location", workspace.locations.south);
  const postCodes = <B = Template>(codes: object[]) =>
    api.v2<B>("POST", "/v2/payroll-templates", { key: keys.admin, json: { name: "Pay", columns, codes } });

  it("201 a location's own code stands before that of all locations, and this before the leave type's", async () => {
    await take("2026-11-23");
    await services.db
      .update(locations)
      .set({ payPeriod: { type: "MONTHLY", endsOn: 31 } })
      .where(eq(locations.id, workspace.locations.south));
    const abroad = await makePerson(services, workspace, { locationId: workspace.locations.south });
    await requestLeave(await as(services, abroad), days(abroad, "2026-11-23"));
    const given = { leaveTypeId: vacation(), wageCode: "HOL" };
    const { status, body } = await postCodes([{ ...given, locationId: south(), wageCode: "UK-7" }, given]);
    expect(status).toBe(201);
    const codesOf = async (more: object) =>
      (await linesOf((await made(more)).id)).map(({ wageCode }) => wageCode);
    const templateId = body.data.id;
    expect(await codesOf({ templateId, locationId: south() })).toEqual(["UK-7"]);
    expect(await codesOf({ templateId })).toEqual(["HOL"]);
    expect(await codesOf({})).toEqual(["1200"]);
    const path = `/v2/payroll-templates/${templateId}`;
    await api.v2("PATCH", path, { key: keys.admin, json: { decimal: "COMMA" } });
    expect(await codesOf({ templateId })).toEqual(["HOL"]);
    await api.v2("PATCH", path, { key: keys.admin, json: { codes: [] } });
    expect(await codesOf({ templateId })).toEqual(["1200"]);
  });

  it("200 a run keeps the bytes of its file, whatever code its template has later; preview and sample have it, too", async () => {
    await take("2026-11-23");
    const { body } = await postCodes([{ leaveTypeId: vacation(), locationId: north(), wageCode: "A" }]);
    const { id } = await made({ templateId: body.data.id });
    const before = await file(id);
    expect(before).toContain("Code\r\nA\r\n");
    const { payroll } = await admin();
    const asked = { locationId: north(), date: "2026-11-01", templateId: body.data.id };
    expect((await payroll.preview(asked)).totals.map(({ wageCode }) => wageCode)).toEqual(["A"]);
    const path = `/v2/payroll-templates/${body.data.id}`;
    const codes = [{ leaveTypeId: vacation(), locationId: null, wageCode: "B" }];
    await api.v2("PATCH", path, { key: keys.admin, json: { codes } });
    expect(await file(id)).toEqual(before);
    clock.set(new Date("2026-12-01T00:00:00Z"));
    const {
      id: _id,
      createdAt: _at,
      updatedAt: _changed,
      ...template
    } = await payroll.templates.get({
      id: body.data.id,
    });
    const sample = await payroll.templates.sample({ locationId: north(), template });
    expect([sample.isReal, sample.rows]).toEqual([true, [["B"]]]);
  });

  it("400 for what is not in the workspace, and for two codes of the same leave type and location", async () => {
    const faultsOf = async (codes: object[]) =>
      (await postCodes<Refused>(codes)).body.error.details?.fields?.map(({ path }) => path);
    const one = { leaveTypeId: vacation(), wageCode: "1" };
    expect(await faultsOf([{ ...one, leaveTypeId: encodeId("leaveType", newId()) }])).toEqual([
      "codes.0.leaveTypeId",
    ]);
    expect(await faultsOf([one, { ...one, locationId: encodeId("location", newId()) }])).toEqual([
      "codes.1.locationId",
    ]);
    expect(await faultsOf([one, { ...one, locationId: null }])).toEqual(["codes.1.leaveTypeId"]);
    expect(await faultsOf([{ ...one, wageCode: "x".repeat(21) }])).toEqual(["codes.0.wageCode"]);
  });
});

describe("what a file lacks", () => {
  it("200 leave types without a code and people without a number, once each, of the run, its preview and a template", async () => {
    await services.db
      .update(leaveTypes)
      .set({ wageCode: null })
      .where(eq(leaveTypes.workspaceId, workspace.id));
    await services.db.update(users).set({ employeeId: null }).where(eq(users.id, person.id));
    await take("2026-11-23");
    await take("2026-11-25");
    const { payroll } = await admin();
    const gaps = {
      leaveTypes: [{ id: vacation(), name: "Vacation" }],
      people: [{ id: encodeId("user", person.id), name: "Nina New" }],
      peopleCount: 1,
    };
    const { id } = await made();
    expect((await payroll.checks({ id })).gaps).toEqual(gaps);
    expect((await payroll.preview({ locationId: north(), date: "2026-11-01" })).gaps).toEqual(gaps);
    const template = {
      ...{ name: "Pay", columns: [{ field: "WAGE_CODE" as const, title: "Code" }] },
      codes: [{ leaveTypeId: vacation(), locationId: null, wageCode: "1" }],
    };
    const sample = await payroll.templates.sample({ locationId: north(), template });
    expect(sample.gaps.peopleCount).toBe(0);
    expect(sample.gaps.leaveTypes.map(({ name }) => name)).not.toContain("Vacation");
    const other = await payroll.templates.sample({
      locationId: north(),
      template: { ...template, columns: [{ field: "EMPLOYEE_ID", title: "No." }], codes: [] },
    });
    expect(other.gaps.leaveTypes).toEqual([]);
    expect(other.gaps.people).toContainEqual(gaps.people[0]);
    await services.db.update(users).set({ employeeId: "N-1" }).where(eq(users.id, person.id));
    expect((await payroll.checks({ id })).gaps).toEqual(gaps);
  });

  it("200 nothing for a complete run, nor for columns that the file does not have", async () => {
    await take("2026-11-23");
    const { payroll } = await admin();
    const { id } = await made();
    expect((await payroll.checks({ id })).gaps).toEqual({ leaveTypes: [], people: [], peopleCount: 0 });
    await services.db.update(users).set({ employeeId: null }).where(eq(users.id, person.id));
    const { body } = await api.v2<Single<{ id: string }>>("POST", "/v2/payroll-templates", {
      key: keys.admin,
      json: { name: "Names", columns: [{ field: "NAME", title: "Name" }] },
    });
    const names = await made({ templateId: body.data.id });
    expect((await payroll.checks({ id: names.id })).gaps.peopleCount).toBe(0);
  });
});

describe("closed days and their run", () => {
  it("200 the run has the last closed day, and the closing the latest run of its pay period", async () => {
    const { payroll, closings } = await admin();
    const closed = () => payroll.closed({ locationId: north() });
    const first = await made({ date: "2026-10-05" });
    expect(await closed()).toBeNull();
    expect((await payroll.checks({ id: first.id })).closedThrough).toBeNull();
    await closings.close({ id: north(), closing: { through: "2026-10-31" } });
    expect((await payroll.checks({ id: first.id })).closedThrough).toBe("2026-10-31");
    const october = { startDate: "2026-10-01", endDate: "2026-10-31" };
    expect(await closed()).toEqual({ ...october, run: { id: first.id, number: 1 } });
    const second = await made({ date: "2026-10-05" });
    expect(await closed()).toEqual({ ...october, run: { id: second.id, number: 2 } });
    await closings.reopen({ id: north(), reopening: { through: "2026-09-30", reason: "Late" } });
    expect(await closed()).toEqual({ startDate: "2026-09-01", endDate: "2026-09-30", run: null });
  });

  it("200 a correction counts from the first open day, and the run of its pay period lists it", async () => {
    const { payroll, closings, entitlements } = await admin();
    const userId = encodeId("user", person.id);
    expect(await payroll.correction({ userId })).toBeNull();
    await closings.close({ id: north(), closing: { through: "2026-10-31" } });
    const terms = await payroll.correction({ userId });
    expect(terms).toEqual({
      ...{ closedThrough: "2026-10-31", effectiveDate: "2026-11-01" },
      payPeriod: { startDate: "2026-11-01", endDate: "2026-11-30" },
    });
    const corrected = { kind: "CORRECTION", leaveTypeId: vacation(), days: -1, note: "Late note" } as const;
    await entitlements.create({
      ...{ attempt: newId().replaceAll("-", ""), userId },
      adjustment: {
        ...{ ...corrected, effectiveDate: terms?.effectiveDate ?? "" },
        ...{ correctsFrom: "2026-10-05", correctsTo: "2026-10-05" },
      },
    });
    const kindsOf = async (date: string) =>
      (await linesOf((await made({ date })).id)).map(({ kind }) => kind);
    expect(await kindsOf("2026-11-30")).toEqual(["CORRECTION"]);
    expect(await kindsOf("2026-10-31")).toEqual([]);
    await services.db.update(users).set({ closedThrough: "2026-11-15" }).where(eq(users.id, person.id));
    expect((await payroll.correction({ userId }))?.effectiveDate).toBe("2026-11-16");
  });

  it("404 beyond a location admin's reach, 403 for users", async () => {
    const codeOf = (asked: Promise<unknown>) => asked.catch(({ code }: { code: string }) => code);
    const south = { locationId: encodeId("location", workspace.locations.south) };
    const { payroll } = await signedInCaller(services, workspace.people.locationAdmin);
    expect(await codeOf(payroll.closed(south))).toBe("NOT_FOUND");
    const abroad = await makePerson(services, workspace, { locationId: workspace.locations.south });
    const userId = encodeId("user", abroad.id);
    expect(await codeOf(payroll.correction({ userId }))).toBe("NOT_FOUND");
    const caller = await signedInCaller(services, workspace.people.user);
    expect(await codeOf(caller.payroll.closed({ locationId: north() }))).toBe("FORBIDDEN");
  });
});
