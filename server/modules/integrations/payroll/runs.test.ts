import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locations } from "@/drizzle/schema/directory";
import { balanceAdjustments, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { payrollLines, payrollRuns } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { findLocationUses } from "@/server/modules/people/places/find-uses";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

interface Run {
  id: string;
  startDate: string;
  endDate: string;
  number: number;
  lineCount: number;
  replacedCharacterCount: number;
  totals: { kind: string; leaveTypeName: string; days: number; hours: number; userCount: number }[];
}
interface Line {
  kind: string;
  name: string;
  email: string | null;
  leaveTypeName: string;
  wageCode: string | null;
  days: number;
  hours: number;
  firstDay: string;
  lastDay: string;
}

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
const post = <B = Single<Run>>(more: object = {}, key = keys.admin) =>
  api.v2<B>("POST", "/v2/payroll-runs", { key, json: { locationId: north(), ...more } });
const made = async (more: object = {}) => {
  const { status, body } = await post(more);
  expect(status).toBe(201);
  return body.data;
};
const linesOf = async (id: string) =>
  (await api.get<Listed<Line>>(`/v2/payroll-runs/${id}/lines`, keys.admin)).body.data;
const shown = ({ kind, name, leaveTypeName, wageCode, days: amount, hours, firstDay, lastDay }: Line) =>
  `${kind} ${name} ${leaveTypeName} ${wageCode} ${amount} d ${hours} h ${firstDay} ${lastDay}`;
const shownOf = async (id: string) => (await linesOf(id)).map(shown);
const take = async (startDate: string, endDate = startDate, more = {}) =>
  requestLeave(await as(services, person), days(person, startDate, endDate, more));
const file = async (id: string, format = "") => {
  const { text, headers, status } = await api.get(`/v2/payroll-runs/${id}/file${format}`, keys.admin);
  return { text, status, type: headers.get("content-type"), disposition: headers.get("content-disposition") };
};

describe("POST /v2/payroll-runs", () => {
  it("201 without a date: the last pay period that is over, by the location's today", async () => {
    expect(await made()).toMatchObject({
      startDate: "2026-10-01",
      endDate: "2026-10-31",
      number: 1,
      lineCount: 0,
    });
    clock.set(new Date("2026-12-01T00:00:00Z"));
    expect(await made()).toMatchObject({ startDate: "2026-11-01", endDate: "2026-11-30" });
  });

  it("leave is cut at the period: its parts add up to the whole leave", async () => {
    await take("2026-11-26", "2026-12-03");
    const november = await made({ date: "2026-11-01" });
    const december = await made({ date: "2026-12-01" });
    expect(await shownOf(november.id)).toEqual([
      "LEAVE Nina New Vacation 1200 3 d 24 h 2026-11-26 2026-11-30",
    ]);
    expect(await shownOf(december.id)).toEqual([
      "LEAVE Nina New Vacation 1200 3 d 24 h 2026-12-01 2026-12-03",
    ]);
  });

  it("hours are those that the person would have worked", async () => {
    await services.db.insert(workPatterns).values({
      ...{ workspaceId: workspace.id, id: newId(), userId: person.id, startsOn: "2026-01-01" },
      ...{
        cycleStart: "2026-01-01",
        minutes: [[0], [240], [0], [480], [480], [210], [0]],
        createdAt: clock(),
      },
    });
    await take("2026-11-23", "2026-11-27");
    const { id } = await made({ date: "2026-11-01" });
    expect(await shownOf(id)).toEqual(["LEAVE Nina New Vacation 1200 4 d 23.5 h 2026-11-23 2026-11-27"]);
  });

  it("only approved leave that counts in the period has a line, of people who are at the location now", async () => {
    const leave = await take("2026-11-23");
    await take("2026-11-24");
    await services.db.update(leaves).set({ status: "OPEN" }).where(eq(leaves.id, leave.id));
    const elsewhere = await makePerson(services, workspace, { locationId: workspace.locations.south });
    await requestLeave(await as(services, elsewhere), days(elsewhere, "2026-11-25"));
    const { id } = await made({ date: "2026-11-01" });
    expect(await shownOf(id)).toEqual(["LEAVE Nina New Vacation 1200 1 d 8 h 2026-11-24 2026-11-24"]);
  });

  it("leavers: leave and what is left on the last day, to the thousandth, though they are no longer active", async () => {
    await setPolicy(services, workspace, { yearlyQuota: 25, approvalRequired: false });
    await take("2026-11-02", "2026-11-03");
    await services.db
      .update(users)
      .set({ endDate: "2026-11-15", status: "DELETED" })
      .where(and(eq(users.workspaceId, workspace.id), eq(users.id, person.id)));
    const { id, totals } = await made({ date: "2026-11-01" });
    const ofVacation = (await shownOf(id)).filter((text) => text.includes("Vacation"));
    // 25 days × 319 / 365, less two.
    expect(ofVacation).toEqual([
      "LEAVE Nina New Vacation 1200 2 d 16 h 2026-11-02 2026-11-03",
      "BALANCE Nina New Vacation 1200 19.849 d 158.79 h 2026-11-15 2026-11-15",
    ]);
    expect(totals.map(({ kind }) => kind)).toContain("BALANCE");
    expect(await shownOf((await made({ date: "2026-10-01" })).id)).toEqual([]);
  });

  it("private leave types are named to location admins, too", async () => {
    await services.db
      .update(leaveTypes)
      .set({ isPrivate: true })
      .where(eq(leaveTypes.workspaceId, workspace.id));
    await requestLeave(
      await as(services, workspace.people.admin),
      days(workspace.people.admin, "2026-11-23"),
    );
    const { status, body } = await post({ date: "2026-11-01" }, keys.locationAdmin);
    expect(status).toBe(201);
    const found = await api.get<Listed<Line>>(`/v2/payroll-runs/${body.data.id}/lines`, keys.locationAdmin);
    expect(found.body.data.map(({ leaveTypeName }) => leaveTypeName)).toEqual(["Vacation"]);
  });

  it("a leave type that is not in payroll has no line: no leave, no correction, nothing left; other types keep theirs", async () => {
    const { vacation } = workspace.leaveTypes;
    await take("2026-11-23");
    await services.db.insert(balanceAdjustments).values({
      ...{
        workspaceId: workspace.id,
        id: newId(),
        userId: person.id,
        leaveTypeId: vacation,
        kind: "ADJUSTMENT",
      },
      ...{ days: -1, effectiveDate: "2026-11-01", note: "Late", correctsFrom: "2026-10-05" },
      ...{ correctsTo: "2026-10-05", createdById: workspace.people.admin.id, createdAt: clock() },
    });
    await services.db
      .update(users)
      .set({ endDate: "2026-11-27" })
      .where(and(eq(users.workspaceId, workspace.id), eq(users.id, person.id)));
    const kindsOf = async (id: string) =>
      (await linesOf(id)).filter(({ leaveTypeName }) => leaveTypeName === "Vacation").map(({ kind }) => kind);
    const before = await made({ date: "2026-11-01" });
    expect(await kindsOf(before.id)).toEqual(["LEAVE", "CORRECTION", "BALANCE"]);
    const path = `/v2/leave-types/${encodeId("leaveType", vacation)}`;
    const left = await api.v2<Single<{ isInPayroll: boolean }>>("PATCH", path, {
      key: keys.admin,
      json: { isInPayroll: false },
    });
    expect([left.status, left.body.data.isInPayroll]).toEqual([200, false]);
    const after = await made({ date: "2026-11-01" });
    expect(await kindsOf(after.id)).toEqual([]);
    expect(after.lineCount).toBe(before.lineCount - 3);
    expect(await kindsOf(before.id)).toHaveLength(3);
  });

  it("400 without a pay period, for an unknown location or template, and beyond a location admin's reach", async () => {
    const faultOf = async (more: object, key = keys.admin) => {
      const { status, body } = await post<Refused>(more, key);
      return [status, ...(body.error.details?.fields ?? []).map(({ path }) => path)];
    };
    const south = encodeId("location", workspace.locations.south);
    expect(await faultOf({ locationId: south })).toEqual([400, "locationId"]);
    expect(await faultOf({ locationId: south }, keys.locationAdmin)).toEqual([400, "locationId"]);
    expect(await faultOf({ locationId: encodeId("location", newId()) })).toEqual([400, "locationId"]);
    expect(await faultOf({ templateId: encodeId("payrollTemplate", newId()) })).toEqual([400, "templateId"]);
    expect(await faultOf({ date: "2026-02-30" })).toEqual([400, "date"]);
  });

  it("403 for approvers and users", async () => {
    for (const role of ["approver", "user"] as const) expect((await post({}, keys[role])).status).toBe(403);
  });

  it("runs of the same period at once have different numbers, and the earlier ones stay as they were", async () => {
    await take("2026-11-23");
    const runs = await Promise.all(Array.from({ length: 6 }, () => made({ date: "2026-11-01" })));
    expect(runs.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    await take("2026-11-24");
    const [first] = runs;
    expect(await linesOf(first?.id ?? "")).toHaveLength(1);
    expect(await made({ date: "2026-11-01" })).toMatchObject({ number: 7, lineCount: 2 });
  });
});

describe("the file of a run", () => {
  it("200 by the template as it was; the same bytes whatever changes later, also of a workbook", async () => {
    await take("2026-11-23");
    const { body } = await api.v2<Single<{ id: string }>>("POST", "/v2/payroll-templates", {
      key: keys.admin,
      json: {
        name: "Lohn",
        columns: [
          { field: "EMPLOYEE_ID", title: "PersNr" },
          { field: "NAME", title: "Name" },
          { field: "WAGE_CODE", title: "Lohnart" },
          { field: "HOURS", title: "Stunden" },
          { field: "PERIOD_END", title: "Bis" },
        ],
        ...{ separator: "SEMICOLON", decimal: "COMMA", dateForm: "DAY_DOTS", encoding: "WINDOWS_1252" },
      },
    });
    const { id } = await made({ date: "2026-11-01", templateId: body.data.id });
    const before = await file(id);
    const sheet = await file(id, "?format=XLSX");
    expect(before).toMatchObject({ status: 200, type: "text/csv; charset=windows-1252" });
    expect(before.text).toBe("PersNr;Name;Lohnart;Stunden;Bis\r\nN-1;Nina New;1200;8;30.11.2026\r\n");
    expect(before.disposition).toContain('filename="Payroll North 2026-11-01 2026-11-30.csv"');
    await api.v2("PATCH", `/v2/payroll-templates/${body.data.id}`, {
      key: keys.admin,
      json: { separator: "COMMA" },
    });
    await services.db
      .update(users)
      .set({ name: "Nina Newer", employeeId: "N-2" })
      .where(eq(users.id, person.id));
    await services.db.update(leaves).set({ status: "CANCELLED" }).where(eq(leaves.userId, person.id));
    expect(await file(id)).toEqual(before);
    expect((await file(id, "?format=XLSX")).text).toBe(sheet.text);
  });

  it("a run that a page makes without a template is written in the page's language; the API's stays in English", async () => {
    await take("2026-11-23");
    const { payroll } = await signedInCaller(services, workspace.people.admin, "de");
    const { id } = await payroll.create({
      attempt: newId().replaceAll("-", ""),
      run: { locationId: north(), date: "2026-11-01" },
    });
    const [header, line] = (await file(id)).text.split("\r\n");
    expect(header?.replace("\uFEFF", "")).toBe(
      "Personalnummer;Name;Abteilung;Art;Lohnart;Abwesenheitsart;Erster Tag;Letzter Tag;Tage;Stunden;Notiz",
    );
    expect(line).toContain(";23.11.2026;23.11.2026;1;8;");
    const { text } = await file((await made({ date: "2026-11-01" })).id);
    expect(text.replace("\uFEFF", "")).toMatch(
      /^Employee ID,Name,Department,.*\r\n.*,2026-11-23,2026-11-23,1,8,/,
    );
  });

  it("characters that the encoding lacks are counted", async () => {
    await services.db.update(users).set({ name: "Ana Ilić" }).where(eq(users.id, person.id));
    await take("2026-11-23");
    const { body } = await api.v2<Single<{ id: string }>>("POST", "/v2/payroll-templates", {
      key: keys.admin,
      json: { name: "Old", columns: [{ field: "NAME", title: "Name" }], encoding: "WINDOWS_1252" },
    });
    const run = await made({ date: "2026-11-01", templateId: body.data.id });
    expect(run.replacedCharacterCount).toBe(1);
    expect((await file(run.id)).text).toBe("Name\r\nAna Ili?\r\n");
  });
});

describe("reading and deleting", () => {
  it("200 by pages, of one location, the latest first; lines by pages in the order of the file", async () => {
    await take("2026-11-23");
    await take("2026-11-25");
    const runs = [await made({ date: "2026-11-01" }), await made({ date: "2026-12-01" })];
    const list = (query: string) => api.get<Listed<Run>>(`/v2/payroll-runs?${query}`, keys.admin);
    const first = await list(`limit=1&locationId=${north()}`);
    expect(first.body.data.map(({ id }) => id)).toEqual([runs[1]?.id]);
    const second = await list(`limit=1&locationId=${north()}&nextToken=${first.body.nextToken}`);
    expect(second.body.data.map(({ id }) => id)).toEqual([runs[0]?.id]);
    const page = await api.get<Listed<Line>>(`/v2/payroll-runs/${runs[0]?.id}/lines?limit=1`, keys.admin);
    const rest = await api.get<Listed<Line>>(
      `/v2/payroll-runs/${runs[0]?.id}/lines?limit=1&nextToken=${page.body.nextToken}`,
      keys.admin,
    );
    expect([...page.body.data, ...rest.body.data].map(({ firstDay }) => firstDay)).toEqual([
      "2026-11-23",
      "2026-11-25",
    ]);
  });

  it("404 beyond a location admin's reach, in every answer", async () => {
    await services.db
      .update(locations)
      .set({ payPeriod: { type: "WEEKLY", endsOn: 0 } })
      .where(eq(locations.id, workspace.locations.south));
    const { id } = await made({ locationId: encodeId("location", workspace.locations.south) });
    for (const path of ["", "/lines", "/file"])
      expect((await api.get(`/v2/payroll-runs/${id}${path}`, keys.locationAdmin)).status).toBe(404);
    expect((await api.get<Listed<Run>>("/v2/payroll-runs", keys.locationAdmin)).body.data).toEqual([]);
  });

  it("204 for administrators only; its lines are gone, and the audit log has it", async () => {
    await take("2026-11-23");
    const { id } = await made({ date: "2026-11-01" });
    const remove = (key: TestKey) => api.v2("DELETE", `/v2/payroll-runs/${id}`, { key });
    expect((await remove(keys.locationAdmin)).status).toBe(403);
    expect((await remove(keys.admin)).status).toBe(204);
    expect((await remove(keys.admin)).status).toBe(404);
    const ofWorkspace = eq(payrollLines.workspaceId, workspace.id);
    expect(await services.db.select().from(payrollLines).where(ofWorkspace)).toEqual([]);
    const runs = await services.db
      .select()
      .from(payrollRuns)
      .where(eq(payrollRuns.workspaceId, workspace.id));
    expect(runs).toEqual([]);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id));
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["payroll_run.create", "payroll_run.delete"]),
    );
  });

  it("409 for a location with runs", async () => {
    const path = `/v2/locations/${encodeId("location", workspace.locations.empty)}`;
    const json = { payPeriod: { type: "FORTNIGHTLY", endsOn: "2026-11-27" } };
    expect((await api.v2("PATCH", path, { key: keys.admin, json })).status).toBe(200);
    await made({ locationId: encodeId("location", workspace.locations.empty) });
    const { status, body } = await api.v2<Refused>("DELETE", path, { key: keys.admin });
    expect([status, body.error.description]).toEqual([409, "This location has payroll runs."]);
    const uses = await findLocationUses(
      await as(services, workspace.people.admin),
      workspace.locations.empty,
    );
    expect(uses).toEqual(["payrollRuns"]);
  });
});

describe("erasure", () => {
  it("takes name, address and number out of the lines, and keeps days and hours", async () => {
    await take("2026-11-23");
    const { id } = await made({ date: "2026-11-01" });
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
    const path = `/v2/users/${encodeId("user", person.id)}/erase`;
    expect((await api.v2("POST", path, { key: keys.admin })).status).toBe(202);
    await carriedOut(services);
    const [line] = await linesOf(id);
    expect(line).toMatchObject({ name: "Deleted user", email: null, employeeId: null, days: 1 });
    expect((await made({ date: "2026-11-01" })).lineCount).toBe(0);
  });
});

describe("templates", () => {
  const columns = [{ field: "NAME", title: "Name" }];
  const postTemplate = (json: object, key = keys.admin) =>
    api.v2<Single<{ id: string; separator: string; decimal: string }> & Refused>(
      "POST",
      "/v2/payroll-templates",
      {
        key,
        json: { columns, ...json },
      },
    );

  it("201, read by name, changed, deleted; fields that are not sent stay", async () => {
    const { body, status } = await postTemplate({ name: "B", separator: "SEMICOLON" });
    expect(status).toBe(201);
    await postTemplate({ name: "A" });
    const list = await api.get<Listed<{ name: string }>>("/v2/payroll-templates", keys.locationAdmin);
    expect(list.body.data.map(({ name }) => name)).toEqual(["A", "B"]);
    const path = `/v2/payroll-templates/${body.data.id}`;
    const patched = await api.v2<typeof body>("PATCH", path, { key: keys.admin, json: { decimal: "COMMA" } });
    expect(patched.body.data).toMatchObject({ separator: "SEMICOLON", decimal: "COMMA" });
    expect((await api.v2("DELETE", path, { key: keys.admin })).status).toBe(204);
    expect((await api.v2("DELETE", path, { key: keys.admin })).status).toBe(404);
  });

  it("409 for a name that is taken, whatever its case; at once, one is made", async () => {
    const all = await Promise.all(["Pay", "pay", "PAY"].map((name) => postTemplate({ name })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it("400 for no or unknown columns, 403 for a location admin", async () => {
    expect((await postTemplate({ name: "A", columns: [] })).status).toBe(400);
    expect((await postTemplate({ name: "A", columns: [{ field: "SALARY", title: "x" }] })).status).toBe(400);
    expect((await postTemplate({ name: "A" }, keys.locationAdmin)).status).toBe(403);
  });
});

it("400 for a pay period or wage code that cannot be", async () => {
  const patch = async (path: string, json: object) =>
    (await api.v2("PATCH", path, { key: keys.admin, json })).status;
  const location = `/v2/locations/${north()}`;
  for (const payPeriod of [
    { type: "MONTHLY", endsOn: 0 },
    { type: "MONTHLY", endsOn: 32 },
    { type: "WEEKLY", endsOn: 7 },
    { type: "FORTNIGHTLY", endsOn: 3 },
    { type: "DAILY" },
  ])
    expect(await patch(location, { payPeriod })).toBe(400);
  expect(await patch(location, { payPeriod: null })).toBe(200);
  const type = `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
  expect(await patch(type, { wageCode: "x".repeat(21) })).toBe(400);
  expect(await patch(type, { wageCode: null })).toBe(200);
});
