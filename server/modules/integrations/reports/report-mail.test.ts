import { stat } from "node:fs/promises";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { userSettings } from "@/drizzle/schema/signin";
import { loadActor } from "@/server/access/load-actor";
import { handleReportDownload } from "@/server/api/handle-report-download";
import type { Mail } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { parseCsv } from "@/server/kernel/text/csv";
import { day, minute } from "@/server/kernel/time/clock";
import { sendDueMails } from "@/server/modules/messaging/outbox/mail-work";
import { apiClient, type Single } from "@/server/test/api-client";
import {
  type CastMember,
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestWorkspace,
} from "@/server/test/factories";
import { dailyReport, reportDispatches } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { deleteOldDownloads } from "./download-work";
import { isTooLargeToMail } from "./report-mail";
import { sendDueReports } from "./report-work";

const clock = standingClock();
let sent: (Mail & { bytes: number | null })[] = [];
let trouble: unknown[] = [];
const mailer = {
  async send(mail: Mail) {
    const fault = trouble.shift();
    if (fault) throw fault;
    sent.push({ ...mail, bytes: mail.attachment ? (await stat(mail.attachment.path)).size : null });
  },
  close: () => undefined,
};
const monday = new Date("2026-11-23T08:00:00.000Z");

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock, mailer, leanMount: false }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  sent = [];
  trouble = [];
  await services.db.delete(scheduledReports);
  workspace = await makeWorkspace(services);
});

async function make(body: object = {}): Promise<string> {
  const keys = await makeKeys(services, workspace);
  const json = { ...dailyReport, ...body };
  const answer = await apiClient(services).v2<Single>("POST", "/v2/scheduled-reports", {
    key: keys.admin,
    json,
  });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return String(answer.body.data.id);
}
async function sendAt(at: Date): Promise<void> {
  clock.set(at);
  await sendDueReports(services);
  await sendDueMails(services);
}
async function addressOf(member: CastMember): Promise<string> {
  const [row] = await services.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, workspace.people[member].id));
  return row?.email ?? "";
}

describe("the mail of a report", () => {
  it("English when the owner chose no language: the attachment, the contact, where to change it", async () => {
    await makeLeave(services, workspace.people.northSeller, { startDate: "2026-11-23" });
    const id = await make();
    await sendAt(monday);
    const [mail] = sent;
    expect(mail?.subject).toBe("Who is away – 23 November 2026");
    expect(mail?.text).toContain("Your report is attached: Who is away, 1 row.");
    expect(mail?.html).toContain('<html lang="en">');
    expect(mail?.html).toContain(`href="https://app.test/dashboard/open-api/reports/${id}"`);
    expect(mail?.text).toContain(`write to ${await addressOf("admin")}.`);
  });

  it("German for an owner whose language is German", async () => {
    await services.db.insert(userSettings).values({
      workspaceId: workspace.id,
      userId: workspace.people.admin.id,
      language: "de",
      updatedAt: testNow,
    });
    await make({ reportType: "LEAVE_REQUESTS" });
    await sendAt(monday);
    expect(sent[0]?.subject).toBe("Who is away – 23. November 2026");
    expect(sent[0]?.text).toContain("Dein Bericht ist angehängt: Abwesenheitsanträge, keine Zeilen.");
    expect(sent[0]?.html).toContain('<html lang="de">');
    expect(sent[0]?.html).toContain(">Bericht bearbeiten</a>");
    expect(sent[0]?.text).not.toContain("report is");
  });
});

describe("a file that is too large for a mail", () => {
  /** Makes about 11 MB: 3,700 rows, each with a long location name. */
  async function makeMuch(): Promise<void> {
    await services.db
      .update(locations)
      .set({ name: "N".repeat(3000) })
      .where(eq(locations.id, workspace.locations.north));
    const leave = await makeLeave(services, workspace.people.northSeller, {
      startDate: "2026-11-23",
      updatedAt: testNow,
    });
    await services.db.execute(sql`
      insert into ${leaves} select (made).* from (
        select jsonb_populate_record(null::leaves, to_jsonb(l) || jsonb_build_object('id', gen_random_uuid())) as made
        from ${leaves} l, generate_series(2, 3700) where l.id = ${leave} offset 0) x`);
  }
  const fetchFile = async (url: string, member: CastMember) => {
    const { id } = workspace.people[member];
    const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: id });
    if (!actor) throw new Error("no such person");
    return handleReportDownload(services, url.split("/").at(-1) ?? "", {
      actor: { ...actor, userId: id },
      user: { id, name: "Somebody", email: "a@example.com" },
      workspace: { name: "Test", plan: actor.plan, openApiEnabled: true },
      sessionId: id,
    });
  };
  const linkIn = (mail: Mail | undefined) =>
    mail?.text.match(/https:\/\/app\.test\/api\/report-downloads\/\S+/)?.[0] ?? "";

  it("10 MB is the weight of the mail, with the file in base64", () => {
    expect(isTooLargeToMail({ byteCount: 7_200_000 })).toBe(false);
    expect(isTooLargeToMail({ byteCount: 7_350_000 })).toBe(true);
  });

  it("200 by a link in place of the attachment, for the recipients and the owner, for 14 days", async () => {
    await makeMuch();
    const recipients = [(await addressOf("user")).toUpperCase(), "outside@example.com"];
    await make({ recipients });
    trouble = [Object.assign(new Error("451 later"), { responseCode: 451 })];
    await sendAt(monday);
    await sendAt(new Date(monday.getTime() + 2 * minute));
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(linkIn)).size).toBe(1);
    const [mail] = sent;
    expect(mail?.attachment).toBeUndefined();
    expect(mail?.text).toMatch(/Who is away, 3,700 rows\. At 1\d\.\d MB, it’s too large for an email\./);
    expect(mail?.text).toContain("until 7 December 2026");
    expect(Buffer.byteLength(mail?.html ?? "")).toBeLessThan(20_000);
    expect(await reportDispatches(services, workspace.id)).toMatchObject([
      { status: "sent" },
      { status: "sent" },
    ]);
    expect(await services.db.select().from(reportDownloads)).toHaveLength(1);

    const url = linkIn(mail);
    for (const member of ["user", "admin"] as const) {
      const answer = await fetchFile(url, member);
      expect(answer.status).toBe(200);
      const rows = parseCsv(await answer.text());
      expect(rows).toHaveLength(3701);
    }
    expect((await fetchFile(url, "approver")).status).toBe(403);
    expect((await fetchFile(url, "locationAdmin")).status).toBe(404);

    clock.pass(13 * day);
    await deleteOldDownloads(services);
    expect((await fetchFile(url, "user")).status).toBe(200);
    clock.pass(day);
    expect((await fetchFile(url, "user")).status).toBe(403);
    expect((await fetchFile(url, "admin")).status).toBe(404);
    await deleteOldDownloads(services);
    expect(await services.db.select().from(reportDownloads)).toHaveLength(0);
  });

  it("404 for a user with a recipient's address in another workspace, and for a recipient who left", async () => {
    await makeMuch();
    const email = await addressOf("locationAdmin");
    await make({ recipients: [email] });
    await sendAt(monday);
    const url = linkIn(sent[0]);
    const first = workspace;
    workspace = await makeWorkspace(services);
    await services.db
      .update(users)
      .set({ email })
      .where(and(eq(users.workspaceId, workspace.id), eq(users.id, workspace.people.locationAdmin.id)));
    expect((await fetchFile(url, "locationAdmin")).status).toBe(404);
    workspace = first;
    expect((await fetchFile(url, "locationAdmin")).status).toBe(200);
    await services.db
      .update(users)
      .set({ email: "new@example.com" })
      .where(eq(users.id, workspace.people.locationAdmin.id));
    expect((await fetchFile(url, "locationAdmin")).status).toBe(404);
  });
});
