import { readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { payrollRuns } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { workspaces } from "@/drizzle/schema/workspaces";
import { loadActor } from "@/server/access/load-actor";
import { handleReportDownload } from "@/server/api/handle-report-download";
import { newId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import { createServices, type Services } from "@/server/kernel/services";
import { createScheduledRun } from "@/server/modules/integrations/payroll/create-scheduled-run";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { sendDueMails } from "@/server/modules/messaging/outbox/mail-work";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { reportOccurrences } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { sendDueReports } from "./report-work";

const clock = standingClock();
let sent: (Mail & { content: Buffer })[] = [];
const mailer = {
  async send(mail: Mail) {
    sent.push({ ...mail, content: await readFile(mail.attachment?.path ?? "") });
  },
  close: () => undefined,
};

let services: Services;
let other: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let person: TestPerson;
let templateId: string;

beforeAll(async () => {
  services = await testServices({ clock, mailer, leanMount: false, wakes: false });
  other = createServices(services.settings, { clock, mailer, leanMount: false, wakes: false });
});
afterAll(async () => {
  await other.close();
  await services.close();
});
beforeEach(async () => {
  clock.set(testNow);
  sent = [];
  await services.db.delete(scheduledReports);
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  await services.db.update(workspaces).set({ plan: "COMPLETE" }).where(eq(workspaces.id, workspace.id));
  keys = await makeKeys(services, workspace);
  person = await makePerson(services, workspace, { startDate: "2026-01-01", employeeId: "N-1" });
  await setPayPeriod(workspace.locations.north, { type: "MONTHLY", endsOn: 31 });
  await requestLeave(await as(services, person), days(person, "2026-11-26", "2026-12-03"));
  const made = await api().v2<Single<{ id: string }>>("POST", "/v2/payroll-templates", {
    key: keys.admin,
    json: {
      name: "Office",
      columns: [
        { field: "EMPLOYEE_ID", title: "Nr" },
        { field: "DAYS", title: "Tage" },
        { field: "PERIOD_END", title: "Bis" },
      ],
      ...{ separator: "SEMICOLON", encoding: "WINDOWS_1252", dateForm: "DAY_DOTS" },
    },
  });
  templateId = made.body.data.id;
});

const api = () => apiClient(services);
const setPayPeriod = (id: string, payPeriod: typeof locations.$inferInsert.payPeriod) =>
  services.db
    .update(locations)
    .set({ payPeriod })
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, id)));
const body = (more: object = {}) => ({
  ...{ name: "Payroll North", reportType: "PAYROLL_RUN", frequency: "MONTHLY", dayOfMonth: 2 },
  ...{ timezone: "Europe/Paris", hour: 9, minute: 0, format: "CSV", recipients: ["office@example.com"] },
  ...{ locationIds: [encodeId("location", workspace.locations.north)], payrollTemplateId: templateId },
  ...more,
});
const post = (more: object = {}, key = keys.admin) =>
  api().v2<Single<{ id: string; payrollTemplateId: string | null }> & Refused>(
    "POST",
    "/v2/scheduled-reports",
    {
      key,
      json: body(more),
    },
  );
const made = async (more: object = {}) => {
  const answer = await post(more);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
};
const tick = (...all: Services[]) =>
  Promise.all(
    (all.length > 0 ? all : [services]).map(async (one) => {
      await sendDueReports(one);
      await sendDueMails(one);
    }),
  );
const runs = () =>
  services.db
    .select()
    .from(payrollRuns)
    .where(eq(payrollRuns.workspaceId, workspace.id))
    .orderBy(payrollRuns.id);
const standing = async () =>
  (await reportOccurrences(services, workspace.id)).map(
    ({ localDate, status, skipReason, rowCount }) => `${localDate} ${status} ${skipReason} ${rowCount}`,
  );
const december = new Date("2026-12-02T08:00:00.000Z");

it("mails the file of the pay period that is over, as the template says, and keeps the run", async () => {
  const report = await made();
  expect(report.payrollTemplateId).toBe(templateId);
  clock.set(december);
  await tick();
  expect(sent.map(({ to, attachment }) => [to, attachment?.filename, attachment?.contentType])).toEqual([
    ["office@example.com", "Payroll North 2026-11-01 2026-11-30.csv", "text/csv; charset=windows-1252"],
  ]);
  expect(sent[0]?.content.toString("latin1")).toBe("Nr;Tage;Bis\r\nN-1;3;30.11.2026\r\n");
  expect(await runs()).toMatchObject([
    { startDate: "2026-11-01", endDate: "2026-11-30", number: 1, createdById: workspace.people.admin.id },
  ]);
  const [run] = await runs();
  const found = await api().get<Single<{ scheduledReportId: string }>>(
    `/v2/payroll-runs/${encodeId("payrollRun", run?.id ?? "")}`,
    keys.admin,
  );
  expect(found.body.data.scheduledReportId).toBe(report.id);
  const file = await api().get(`/v2/payroll-runs/${encodeId("payrollRun", run?.id ?? "")}/file`, keys.admin);
  expect(file.text).toBe(sent[0]?.content.toString("latin1"));
  expect(await standing()).toEqual(["2026-12-02 sent null 1"]);
});

it("the link to a file has the encoding of its template, byte by byte", async () => {
  const template = await api().v2<Single<{ id: string }>>("POST", "/v2/payroll-templates", {
    key: keys.admin,
    json: {
      name: "Büro",
      columns: [
        { field: "EMPLOYEE_ID", title: "Größe" },
        { field: "DAYS", title: "Tage" },
      ],
      ...{ separator: "SEMICOLON", encoding: "WINDOWS_1252" },
    },
  });
  await made({ payrollTemplateId: template.body.data.id });
  clock.set(december);
  await tick();
  const [stored] = await services.db
    .select({ id: reportDownloads.id })
    .from(reportDownloads)
    .where(eq(reportDownloads.workspaceId, workspace.id));
  const { id } = workspace.people.admin;
  const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: id });
  if (!actor || !stored) throw new Error("nothing was stored");
  const answer = await handleReportDownload(services, encodeId("download", stored.id), {
    ...{ actor: { ...actor, userId: id }, user: { id, name: "Ada", email: "a@example.com" }, sessionId: id },
    workspace: { name: "Test", plan: actor.plan, openApiEnabled: true },
  });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=windows-1252");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.toString("latin1")).toBe("Größe;Tage\r\nN-1;3\r\n");
  expect(bytes).toEqual(sent[0]?.content);
});

it("a report that is sent late is of the period that was over when it was due; a workbook where the report says so", async () => {
  await made({ format: "XLSX", payrollTemplateId: null });
  clock.set(new Date(december.getTime() + 40 * 60_000));
  await tick();
  expect(sent[0]?.attachment?.filename).toBe("Payroll North 2026-11-01 2026-11-30.xlsx");
  expect(sent[0]?.content.subarray(0, 2).toString()).toBe("PK");
});

it("one run of each pay period: other days of it are skipped, the next period is made", async () => {
  await made({ frequency: "DAILY", sendOnDays: [1, 2, 3, 4, 5], dayOfMonth: undefined });
  for (const day of ["2026-11-30", "2026-12-01", "2026-12-02", "2027-01-01"]) {
    clock.set(new Date(`${day}T08:00:00.000Z`));
    await tick();
  }
  expect((await runs()).map(({ startDate, number }) => `${startDate} ${number}`)).toEqual([
    "2026-10-01 1",
    "2026-11-01 1",
    "2026-12-01 1",
  ]);
  const outcomes = await standing();
  expect(outcomes).toContain("2026-12-01 sent null 1");
  expect(outcomes).toContain("2026-12-02 skipped already_made null");
  expect(sent).toHaveLength(3);
});

it("two processes at once: one run, one mail to each recipient", async () => {
  await made({ recipients: ["a@example.com", "b@example.com"] });
  clock.set(december);
  await tick(services, other, services, other);
  expect(await runs()).toHaveLength(1);
  expect(sent.map(({ to }) => to).sort()).toEqual(["a@example.com", "b@example.com"]);
});

it("attempts of one occurrence at once get one run; another occurrence gets none", async () => {
  const ctx = await as(services, workspace.people.admin);
  const asked = {
    ...{ reportId: newId(), occurrenceId: newId(), locationId: workspace.locations.north },
    ...{ templateId: null, dueAt: december },
  };
  const all = await Promise.all(Array.from({ length: 6 }, () => createScheduledRun(ctx, asked)));
  expect(new Set(all.map((one) => (typeof one === "string" ? one : one.id))).size).toBe(1);
  expect(await createScheduledRun(ctx, { ...asked, occurrenceId: newId() })).toBe("already_made");
  const another = await createScheduledRun(ctx, { ...asked, reportId: newId() });
  expect(another).toMatchObject({ number: 2 });
  expect(await runs()).toHaveLength(2);
});

it("skipped without a pay period, and where its owner no longer manages the location", async () => {
  await made();
  await setPayPeriod(workspace.locations.north, null);
  clock.set(december);
  await tick();
  expect(await standing()).toEqual(["2026-12-02 skipped no_pay_period null"]);
  await services.db.update(users).set({ isAdmin: false }).where(eq(users.id, workspace.people.admin.id));
  clock.set(new Date("2027-01-02T08:00:00.000Z"));
  await tick();
  expect((await standing()).at(-1)).toBe("2027-01-02 skipped owner_gone null");
  expect([await runs(), sent]).toEqual([[], []]);
});

it("400 without exactly one location with a pay period, with filters, a decimal-comma CSV or an unknown template", async () => {
  const { north, south } = workspace.locations;
  const at = (id: string) => encodeId("location", id);
  const faults = async (more: object) => {
    const { status, body: answer } = await post(more);
    return [status, ...(answer.error?.details?.fields ?? []).map(({ path }) => path)];
  };
  expect(await faults({ locationIds: [] })).toEqual([400, "locationIds"]);
  expect(await faults({ locationIds: [at(north), at(south)] })).toEqual([400, "locationIds"]);
  expect(await faults({ locationIds: [at(south)] })).toEqual([400, "locationIds.0"]);
  expect(await faults({ format: "CSV_SEMICOLON" })).toEqual([400, "format"]);
  expect(await faults({ payrollTemplateId: encodeId("payrollTemplate", newId()) })).toEqual([
    400,
    "payrollTemplateId",
  ]);
  expect(await faults({ reportType: "WHO_IS_AWAY" })).toEqual([400, "payrollTemplateId"]);
});

it("403 for a key without payroll-runs:write; a location admin may at their location", async () => {
  const own = await makeKey(services, {
    ...{ workspaceId: workspace.id, ownerId: workspace.people.admin.id, scopes: ["notifications:write"] },
  });
  expect((await post({}, own)).status).toBe(403);
  expect((await post({}, keys.locationAdmin)).status).toBe(201);
});

it("a pause is not blocked by a pay period that is gone, another recipient is; the download is refused", async () => {
  const { id } = await made();
  await setPayPeriod(workspace.locations.north, null);
  const patch = (json: object) => api().v2("PATCH", `/v2/scheduled-reports/${id}`, { key: keys.admin, json });
  expect((await patch({ enabled: false })).status).toBe(200);
  expect((await patch({ recipients: ["else@example.com"] })).status).toBe(400);
});

it("409 for deleting a template that a report uses, whichever is first", async () => {
  const { id } = await made();
  const remove = () => api().v2("DELETE", `/v2/payroll-templates/${templateId}`, { key: keys.admin });
  expect((await remove()).status).toBe(409);
  expect((await api().v2("DELETE", `/v2/scheduled-reports/${id}`, { key: keys.admin })).status).toBe(204);
  const [removed, scheduled] = await Promise.all([remove(), post()]);
  expect([
    [204, 400],
    [409, 201],
  ]).toContainEqual([removed.status, scheduled.status]);
});
