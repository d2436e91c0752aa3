import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { userSettings } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Mail } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import { createServices, type Services } from "@/server/kernel/services";
import { parseCsv } from "@/server/kernel/text/csv";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import { bulkMailWork, sendDueMails } from "@/server/modules/messaging/outbox/mail-work";
import { apiClient, type Single } from "@/server/test/api-client";
import { expireWorkerLease } from "@/server/test/expire-worker-lease";
import {
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { forgetRows } from "@/server/test/forget-rows";
import {
  dailyReport,
  reportDispatches,
  reportOccurrences,
  reportRows,
  weeklyReport,
} from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { Engine } from "@/server/worker/engine";
import { reportWork, sendDueReports } from "./report-work";

const clock = standingClock();
interface Sent extends Mail {
  content: Buffer;
}
let sent: Sent[] = [];
/** Errors for the next mails, by address. */
let trouble: Record<string, unknown[]> = {};
/** Promises that delay the results of the next mails. */
let answers: Promise<void>[] = [];
const mailer = {
  async send(mail: Mail) {
    const fault = trouble[mail.to]?.shift();
    if (fault) throw fault;
    sent.push({ ...mail, content: await readFile(mail.attachment?.path ?? "") });
    await answers.shift();
  },
  close: () => undefined,
};

let services: Services;
let other: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;

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
  trouble = {};
  answers = [];
  await services.db.delete(scheduledReports);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const make = async (json: unknown, key = keys.admin) => {
  const answer = await apiClient(services).v2<Single>("POST", "/v2/scheduled-reports", { key, json });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
};
/** The clock stands on Friday 2026-11-20; both reports come due at this instant. */
const monday = new Date("2026-11-23T08:00:00.000Z");
const tick = (...all: Services[]) =>
  Promise.all(
    (all.length > 0 ? all : [services]).map(async (one) => {
      await sendDueReports(one);
      await sendDueMails(one);
    }),
  );
const csvOf = (mail: Sent | undefined) => parseCsv(mail?.content.toString() ?? "");
const column = (rows: string[][], name: string) => {
  const at = rows[0]?.indexOf(name) ?? -1;
  return rows.slice(1).map((row) => row[at]);
};
const statuses = async () =>
  (await reportOccurrences(services, workspace.id)).map(({ status, skipReason, isLate }) => [
    status,
    skipReason,
    isLate,
  ]);

describe("sending", () => {
  it("not before it is due; then one mail per recipient, and the report's last send is set", async () => {
    await make({ ...dailyReport, recipients: ["a@example.com", "b@example.com"] });
    clock.set(new Date(monday.getTime() - 1));
    await tick();
    expect(sent).toEqual([]);
    clock.set(monday);
    await tick();
    expect(sent.map(({ to }) => to).sort()).toEqual(["a@example.com", "b@example.com"]);
    expect(sent[0]?.attachment).toMatchObject({
      filename: "Who is away 2026-11-23.csv",
      contentType: "text/csv; charset=utf-8",
    });
    expect(await reportRows(services, workspace.id)).toMatchObject([
      { lastSentAt: monday, nextDueAt: new Date("2026-11-24T08:00:00.000Z") },
    ]);
    await tick();
    expect(sent).toHaveLength(2);
    expect(await statuses()).toEqual([["sent", null, false]]);
  });

  it("once, however many schedulers poll at once", async () => {
    const recipients = Array.from({ length: 5 }, (_, n) => `r${n}@example.com`);
    for (let n = 0; n < 5; n++) await make({ ...dailyReport, recipients });
    clock.set(monday);
    await Promise.all([tick(services, other), tick(other, services)]);
    await tick(services, other);
    expect(sent).toHaveLength(25);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(25);
    expect(await statuses()).toEqual(Array(5).fill(["sent", null, false]));
  });

  it("each of ten due in the same minute once, when the tables were analysed while they were empty", async () => {
    const lane = { workspaceId: workspace.id, lane: workspace.id, capacity: 1, inHand: [] };
    await forgetRows(services, "scheduled_reports", [() => reportWork().claim(services, [lane])]);
    for (let n = 0; n < 10; n++) await make({ ...dailyReport, recipients: [`r${n}@example.com`] });
    clock.set(monday);
    await tick();
    expect(sent.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => `r${n}@example.com`),
    );
    const rows = await reportOccurrences(services, workspace.id);
    expect(rows.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(
      Array(10).fill(["sent", 1]),
    );
    clock.set(plus(monday, 75 * minute));
    await tick();
    expect(sent).toHaveLength(10);
  });

  it("late by less than two hours, skipped after that", async () => {
    await make(dailyReport);
    clock.set(new Date(monday.getTime() + 2 * hour - 1));
    await tick();
    clock.set(new Date("2026-11-24T10:00:00.000Z"));
    await tick();
    expect(await statuses()).toEqual([
      ["sent", null, true],
      ["skipped", "too_late", false],
    ]);
    expect(sent).toHaveLength(1);
  });

  it("a change at the due time neither loses the date nor sends it twice", async () => {
    const { id } = await make(dailyReport);
    clock.set(monday);
    const api = apiClient(services);
    await api.v2("PATCH", `/v2/scheduled-reports/${id}`, { key: keys.admin, json: { hour: 11 } });
    await tick();
    clock.set(new Date("2026-11-23T10:00:00.000Z"));
    await tick();
    expect(sent).toHaveLength(1);
    expect(await reportRows(services, workspace.id)).toMatchObject([
      { nextDueAt: new Date("2026-11-24T10:00:00.000Z") },
    ]);
  });

  it("a temporary fault is retried, a refused address affects only itself", async () => {
    await make({ ...dailyReport, recipients: ["bad@example.com", "good@example.com", "slow@example.com"] });
    const smtp = (responseCode: number) => Object.assign(new Error(`${responseCode} no`), { responseCode });
    trouble = { "bad@example.com": [smtp(550)], "slow@example.com": [smtp(451), smtp(451)] };
    clock.set(monday);
    await tick();
    expect(sent.map(({ to }) => to)).toEqual(["good@example.com"]);
    for (const ms of [minute, 5 * minute]) {
      clock.pass(ms);
      await tick();
    }
    expect(sent.map(({ to }) => to)).toEqual(["good@example.com", "slow@example.com"]);
    expect(await statuses()).toEqual([["partly_sent", null, false]]);
    expect(await reportDispatches(services, workspace.id)).toMatchObject([
      { status: "failed", error: "REFUSED" },
      { status: "sent", error: null },
      { status: "sent", error: null },
    ]);
  });

  it("a mail with unknown outcome is repeated once, with the same Message-ID", async () => {
    await make(dailyReport);
    const hang = Object.assign(new Error("timeout"), { command: "DATA" });
    trouble = { "hr@example.com": [hang, hang, hang] };
    clock.set(monday);
    await tick();
    for (let n = 0; n < 8; n++) {
      clock.pass(hour);
      await tick();
    }
    expect(trouble["hr@example.com"]).toHaveLength(1);
    expect(await reportDispatches(services, workspace.id)).toMatchObject([
      { status: "failed", error: "UNKNOWN_OUTCOME" },
    ]);
    expect((await statuses())[0]).toEqual(["failed", null, false]);
  });

  it("skipped when the owner may no longer own reports, or the plan ended", async () => {
    await make(dailyReport);
    clock.set(monday);
    await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, workspace.id));
    await tick();
    await services.db.update(workspaces).set({ plan: "COMPLETE" }).where(eq(workspaces.id, workspace.id));
    await services.db
      .update(users)
      .set({ status: "INACTIVE" })
      .where(eq(users.id, workspace.people.admin.id));
    clock.pass(24 * hour);
    await tick();
    expect(await statuses()).toEqual([
      ["skipped", "plan", false],
      ["skipped", "owner_gone", false],
    ]);
    expect(sent).toEqual([]);
  });
});

describe("a worker", () => {
  it("keeps its lane as long as it lives, however long a mail takes", async () => {
    const leaseMs = 4 * second;
    await make(dailyReport);
    clock.set(monday);
    await sendDueReports(services);
    const first = new Engine(services, bulkMailWork(), { leaseMs });
    const rival = new Engine(other, bulkMailWork(), { leaseMs });
    answers = [delay(1.5 * leaseMs)];
    first.wake();
    await expect.poll(() => sent.length, { timeout: 5 * second }).toBe(1);
    for (let n = 0; n < 14; n++) {
      rival.wake();
      await delay(second / 2);
    }
    await Promise.all([first.stop(), rival.stop()]);
    expect(sent).toHaveLength(1);
    expect(await statuses()).toEqual([["sent", null, false]]);
    expect(await reportDispatches(services, workspace.id)).toMatchObject([{ attemptCount: 1 }]);
  });

  it("that lost its lease: another repeats the mail in flight, once, and no other", async () => {
    await make({ ...dailyReport, recipients: ["a@example.com", "b@example.com"] });
    clock.set(monday);
    let answer: () => void = () => undefined;
    answers = [
      new Promise((resolve) => {
        answer = resolve;
      }),
    ];
    const doomed = createServices(services.settings, { clock, mailer, leanMount: false, wakes: false });
    const late = tick(doomed);
    const sentCount = async () =>
      (await reportDispatches(services, workspace.id)).filter(({ status }) => status === "sent").length;
    await expect.poll(sentCount, { timeout: 5 * second }).toBe(1);
    const [{ to: first = "" } = {}] = sent;
    await expireWorkerLease(services, workspace.id);
    await tick(services);
    answer();
    await late;
    await doomed.close();
    expect(sent.map(({ to }) => to).sort()).toEqual(["a@example.com", "b@example.com", first].sort());
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
    expect(await statuses()).toEqual([["sent", null, false]]);
    expect(
      (await reportDispatches(services, workspace.id)).map(({ unknownCount }) => unknownCount).sort(),
    ).toEqual([0, 1]);
  });
});

describe("content", () => {
  const sendNow = async (body: unknown, key?: TestKey) => {
    await make(body, key);
    clock.set(monday);
    await tick();
    return sent.at(-1);
  };
  const leaveIn = (who: keyof TestWorkspace["people"], leave: object = {}) =>
    makeLeave(services, workspace.people[who], { startDate: "2026-11-24", ...leave });

  it("absences: approved leave on working days until the next report", async () => {
    await leaveIn("northSeller", { endDate: "2026-12-02" });
    await leaveIn("user", { status: "OPEN" });
    await leaveIn("platformer", { startDate: "2026-11-28", endDate: "2026-11-29" });
    await leaveIn("approver", { startDate: "2026-11-30" });
    await leaveIn("inactive");
    const rows = csvOf(await sendNow(weeklyReport));
    expect(column(rows, "Name")).toEqual(["Nils North"]);
    expect(column(rows, "Working days in the period")).toEqual(["4"]);
  });

  it.each([
    ["absences", weeklyReport],
    ["balances", { ...weeklyReport, reportType: "LEAVE_BALANCES" }],
  ])("%s: leave types have their names in the owner's language", async (_, body) => {
    const { admin } = workspace.people;
    const setting = { workspaceId: workspace.id, userId: admin.id, updatedAt: testNow };
    await services.db.insert(userSettings).values({ ...setting, language: "de" });
    const { vacation } = workspace.leaveTypes;
    const names = { de: "Urlaub", fr: "Vacances" };
    await services.db.update(leaveTypes).set({ names }).where(eq(leaveTypes.id, vacation));
    await leaveIn("northSeller");
    const found = column(csvOf(await sendNow(body)), "Leave type");
    expect(found).toContain("Urlaub");
    expect(found).not.toContain("Vacation");
  });

  it("half days at the ends are in columns of their own, and count as halves", async () => {
    await leaveIn("northSeller", { startPart: "AFTERNOON", endDate: "2026-11-26" });
    await leaveIn("platformer", { startDate: "2026-11-25", endPart: "MORNING" });
    const rows = csvOf(await sendNow(weeklyReport));
    expect(column(rows, "Working days in the period")).toEqual(["2.5", "0.5"]);
    expect(column(rows, "Part of the first day")).toEqual(["AFTERNOON", "MORNING"]);
    expect(column(rows, "Part of the last day")).toEqual(["", "MORNING"]);
  });

  it("only employees within the owner's reach and the filters; private types of stronger roles read Away", async () => {
    const sick = { leaveTypeId: workspace.leaveTypes.sick };
    await leaveIn("northSeller", sick);
    await leaveIn("admin", sick);
    await leaveIn("user", sick);
    const locationIds = [encodeId("location", workspace.locations.north)];
    const rows = csvOf(await sendNow({ ...weeklyReport, locationIds }, keys.locationAdmin));
    expect(column(rows, "Name")).toEqual(["Ada Admin", "Nils North"]);
    expect(column(rows, "Leave type")).toEqual(["Away", "Sick"]);
    const departmentIds = [encodeId("department", workspace.departments.sales)];
    clock.set(testNow);
    const sales = csvOf(await sendNow({ ...weeklyReport, departmentIds }));
    expect(column(sales, "Name")).toEqual(["Nils North", "Uma User"]);
    expect(column(sales, "Leave type")).toEqual(["Sick", "Sick"]);
  });

  it("an administrator's report that a location admin redirects shows what the location admin may see", async () => {
    const sick = { leaveTypeId: workspace.leaveTypes.sick };
    await leaveIn("admin", sick);
    await leaveIn("northSeller", sick);
    const { id } = await make({
      ...weeklyReport,
      locationIds: [encodeId("location", workspace.locations.north)],
    });
    const answer = await apiClient(services).v2("PATCH", `/v2/scheduled-reports/${id}`, {
      key: keys.locationAdmin,
      json: { recipients: ["elsewhere@example.com"] },
    });
    expect(answer.status).toBe(200);
    clock.set(monday);
    await tick();
    expect(sent.map(({ to }) => to)).toEqual(["elsewhere@example.com"]);
    const rows = csvOf(sent[0]);
    expect(column(rows, "Name")).toEqual(["Ada Admin", "Nils North"]);
    expect(column(rows, "Leave type")).toEqual(["Away", "Sick"]);
  });

  it("leave requests: made or changed since the last report, whatever their status, without reasons", async () => {
    await leaveIn("user", { status: "OPEN", reason: "secret" });
    await leaveIn("northSeller", { status: "DENIED", statusReason: "secret", startDate: "2026-12-01" });
    await leaveIn("platformer", { updatedAt: new Date("2026-11-20T08:00:00.000Z"), startDate: "2026-10-01" });
    const mail = await sendNow({ ...dailyReport, reportType: "LEAVE_REQUESTS" });
    const rows = csvOf(mail);
    expect(column(rows, "Name")).toEqual(["Uma User", "Nils North"]);
    expect(column(rows, "Status")).toEqual(["OPEN", "DENIED"]);
    expect(mail?.content.toString()).not.toContain("secret");
  });

  it("balances equal those of the API for the same day", async () => {
    await leaveIn("northSeller", { startDate: "2026-11-10", endDate: "2026-11-12" });
    await leaveIn("user", { status: "OPEN", startDate: "2026-12-01" });
    const rows = csvOf(await sendNow({ ...dailyReport, reportType: "LEAVE_BALANCES" }));
    const names = [...new Set(column(rows, "Name"))];
    expect(names).toEqual([
      "Ada Admin",
      "Lena Location",
      "Nils North",
      "Paul Approver",
      "Pia Platform",
      "Uma User",
    ]);
    for (const who of ["northSeller", "user"] as const) {
      const { id, name } = workspace.people[who];
      const url = `/v2/users/${encodeId("user", id)}/balances?asOf=2026-11-23`;
      const { data } = (await apiClient(services).get<Single<Record<string, unknown>[]>>(url, keys.admin))
        .body;
      const cells = rows.slice(1).filter(([cell]) => cell === name);
      const pick = (field: string) => data.map((row) => (row[field] === null ? "" : String(row[field])));
      for (const [title, field] of [
        ["Quota", "quota"],
        ["Accrued", "accrued"],
        ["Taken", "taken"],
        ["Pending", "pending"],
        ["Remaining", "remaining"],
      ] as const)
        expect([title, column([rows[0] ?? [], ...cells], title)]).toEqual([title, pick(field)]);
    }
  });

  it("no cell starts a formula: texts of a CSV are escaped, those of a workbook stay unchanged", async () => {
    const names = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", 'a,"b"\nc', "Zoë 🏖 <&>"];
    const { northSeller } = workspace.people;
    await leaveIn("northSeller");
    for (const name of names) {
      await services.db.update(users).set({ name }).where(eq(users.id, northSeller.id));
      const [, csv] = csvOf(await reportIn("CSV"));
      expect(csv?.[0]).toBe(/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);
      const mail = await reportIn("XLSX");
      expect((await sheetOf(mail))[1]?.[0]).toBe(name);
      const files = unzipSync(mail?.content ?? Buffer.alloc(0));
      expect(Buffer.from(files["xl/worksheets/sheet1.xml"] ?? []).toString()).not.toMatch(/<f[ >]/);
    }
  });

  it("a workbook has dates, times and numbers; a file with semicolons has decimal commas", async () => {
    await leaveIn("northSeller", { isFullDayLeave: false, startHour: 9, endHour: 13 });
    const mail = await reportIn("CSV_SEMICOLON");
    expect(mail?.attachment?.filename).toBe("Who is away 2026-11-23.csv");
    const [titles = [], row = []] = parseCsv(mail?.content.toString() ?? "", ";");
    const [, cells = []] = await sheetOf(await reportIn("XLSX"));
    const of = (title: string) => [row[titles.indexOf(title)], cells[titles.indexOf(title)]];
    expect(of("Working days in the period")).toEqual(["0,5", 0.5]);
    expect(of("First day")).toEqual(["2026-11-24", new Date("2026-11-24T00:00:00Z")]);
    const [text, time] = of("To");
    expect([text, (time as Date).toISOString().slice(11)]).toEqual(["13:00", "13:00:00.000Z"]);
  });

  async function reportIn(format: string): Promise<Sent | undefined> {
    clock.set(testNow);
    await services.db.delete(scheduledReports);
    return sendNow({ ...weeklyReport, format });
  }

  async function sheetOf(mail: Sent | undefined) {
    expect(mail?.attachment?.filename).toBe("Who is away 2026-11-23.xlsx");
    return (await readXlsx(mail?.content ?? Buffer.alloc(0))).sheets[0]?.rows ?? [];
  }
});
