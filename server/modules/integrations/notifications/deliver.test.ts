import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import { createReport } from "@/server/modules/integrations/reports/create";
import { reportSchedule } from "@/server/modules/integrations/reports/schedule";
import { ScheduledReportCreate } from "@/server/modules/integrations/reports/schema";
import { fireDue } from "@/server/modules/integrations/schedules/fire";
import { listOccurrences } from "@/server/modules/integrations/schedules/list-occurrences";
import { connectMicrosoft, connectSlack } from "@/server/modules/messaging/providers/connect";
import { listIntegrations } from "@/server/modules/messaging/providers/list";
import { bot, type ConnectorStandIn, startConnector } from "@/server/test/connector-stand-in";
import { makeLeave, makeUser, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import {
  birthday,
  daily,
  dispatchesOf,
  NotificationWorker,
  occurrencesOf,
} from "@/server/test/notification-kit";
import { dailyReport, reportDispatches, reportOccurrences } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";
import { type SlackStandIn, shownText, slackToken, startSlack } from "@/server/test/slack-stand-in";
import { type SmtpStandIn, startSmtp } from "@/server/test/smtp-stand-in";
import { validate } from "@/server/transport/validate";
import { createNotification } from "./create";
import { resendToFailed } from "./resend";
import { notificationSchedule } from "./schedule";
import { NotificationCreate } from "./schema";
import { sendTest } from "./send-test";

let services: Services;
let smtp: SmtpStandIn;
let slack: SlackStandIn;
let teams: ConnectorStandIn;
let workspace: TestWorkspace;
const clock = standingClock();
/** Monday the 23rd at 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const workers: NotificationWorker[] = [];

beforeAll(async () => {
  [smtp, slack, teams] = await Promise.all([startSmtp(), startSlack(), startConnector()]);
  services = await testServices(
    { clock },
    {
      SMTP_URL: smtp.url,
      SLACK_API_URL: slack.url,
      TEAMS_LOGIN_URL: `${teams.url}/login`,
      TEAMS_SERVICE_URL: `${teams.url}/teams`,
    },
  );
});
afterAll(async () => {
  await services.close();
  await Promise.all([smtp.close(), slack.close(), teams.close()]);
});
beforeEach(async () => {
  clock.set(new Date("2026-11-20T12:00:00.000Z"));
  workspace = await makeWorkspace(services);
  for (const list of [smtp.received, slack.posts, slack.next, teams.posts, teams.next]) list.length = 0;
  smtp.behaviour.clear();
  teams.token = "token-1";
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

const admin = () => as(services, workspace.people.admin);
async function made(body: unknown) {
  return createNotification(await admin(), validate(NotificationCreate, body));
}
async function run(at?: Date): Promise<void> {
  if (at) clock.set(at);
  const worker = new NotificationWorker(services, { random: () => 0.5 });
  workers.push(worker);
  await worker.run();
}
const connect = async () => {
  await connectSlack(await admin(), { botToken: slackToken });
  await connectMicrosoft(await admin(), bot);
};
const states = async () =>
  (await dispatchesOf(services, workspace.id)).map(({ address, status, attemptCount, error }) => [
    address,
    status,
    attemptCount,
    error,
  ]);
const statusOf = async () => (await occurrencesOf(services, workspace.id)).map(({ status }) => status);

const mailTo = (...addresses: string[]) => [{ platform: "email", addresses }];
const slackTo = (id: string) => [{ platform: "slack", addresses: [id], channelName: "general" }];
const teamsTo = (id: string) => [
  { platform: "microsoft", addresses: [id], channelName: "General", msGroup: "group-1" },
];

describe("e-mail", () => {
  it("one mail to each address, HTML and text, with List-Unsubscribe to the owner", async () => {
    await makeLeave(services, workspace.people.northSeller, {
      startDate: "2026-11-23",
      endDate: "2026-11-24",
    });
    await made({ ...daily, destinations: mailTo("a@example.com", "b@example.com") });
    await run(due);
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([["a@example.com"], ["b@example.com"]]);
    const [first] = smtp.received;
    expect(first?.mail.to).toEqual([{ address: first?.to[0], name: "" }]);
    expect(first?.mail.subject).toBe("Who is away – Away on Monday 23 November 2026");
    expect(first?.mail.text).toContain("1 person is away.");
    expect(first?.mail.text).toContain("- Nils North – Vacation · back on Wed 25 Nov");
    expect(first?.mail.html).toContain("<bdi>Nils North</bdi>");
    const header = (name: string) => first?.mail.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toMatch(/^<mailto:[^@>]+@example\.com\?subject=Unsubscribe/);
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("x-auto-response-suppress")).toBe("All");
    expect(await statusOf()).toEqual(["sent"]);
  });

  it("one mail to an address in two destinations, or in two spellings of case; one message to a channel", async () => {
    await connect();
    await made({
      ...daily,
      destinations: [
        ...mailTo("Ana@example.com", "ana@example.com", "b@example.com"),
        ...mailTo("B@example.COM", "c@example.com"),
        ...slackTo("C1"),
        ...slackTo("C1"),
        ...teamsTo("C1"),
        ...teamsTo("C1"),
        ...slackTo("c1"),
      ],
    });
    await run(due);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([
      "Ana@example.com",
      "b@example.com",
      "c@example.com",
    ]);
    const sent = await dispatchesOf(services, workspace.id);
    expect(sent.map(({ platform, address, status }) => `${platform} ${address} ${status}`).sort()).toEqual([
      "email Ana@example.com sent",
      "email b@example.com sent",
      "email c@example.com sent",
      "microsoft C1 sent",
      "slack C1 sent",
      "slack c1 sent",
    ]);
  });

  it("a temporary refusal is retried, a permanent one is not, and neither affects the accepted ones", async () => {
    smtp.behaviour.set("slow@example.com", 451).set("gone@example.com", 550);
    await made({
      ...daily,
      destinations: mailTo("good@example.com", "slow@example.com", "gone@example.com"),
    });
    await run(due);
    expect(await states()).toEqual([
      ["good@example.com", "sent", 1, null],
      ["slow@example.com", "pending", 1, "UNAVAILABLE"],
      ["gone@example.com", "failed", 1, "REFUSED"],
    ]);
    expect(await statusOf()).toEqual(["sending"]);
    smtp.behaviour.clear();
    await run(plus(due, 14 * second));
    expect(smtp.received).toHaveLength(1);
    await run(plus(due, 15 * second));
    expect((await states())[1]).toEqual(["slow@example.com", "sent", 2, null]);
    expect(await statusOf()).toEqual(["partly_sent"]);
  });

  it("a failing server is given up after about two hours", async () => {
    smtp.behaviour.set("ill@example.com", 421);
    await made({ ...daily, destinations: mailTo("ill@example.com") });
    await run(due);
    for (let passed = 0; passed < 3 * hour; passed += 5 * minute) await run(plus(due, passed));
    expect(await states()).toEqual([["ill@example.com", "failed", 7, "UNAVAILABLE"]]);
    expect(await statusOf()).toEqual(["failed"]);
  });

  it("a hang after DATA: at most one duplicate, under the same Message-ID, and then no more", async () => {
    smtp.behaviour.set("hang@example.com", "hang");
    await made({ ...daily, destinations: mailTo("hang@example.com") });
    await run(due);
    expect(await states()).toEqual([["hang@example.com", "pending", 1, "UNKNOWN_OUTCOME"]]);
    for (let passed = 0; passed < 3 * hour; passed += 10 * minute) await run(plus(due, passed));
    expect(await states()).toEqual([["hang@example.com", "failed", 2, "UNKNOWN_OUTCOME"]]);
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it("a connection that breaks after DATA is not resent by the mailer", async () => {
    smtp.behaviour.set("drop@example.com", "drop");
    await made({ ...daily, destinations: mailTo("drop@example.com") });
    await run(due);
    expect(await states()).toEqual([["drop@example.com", "pending", 1, "UNKNOWN_OUTCOME"]]);
    expect(smtp.received).toHaveLength(1);
  });

  it("names and addresses cannot inject headers", async () => {
    const evil = "Eve\u2028Bcc: spy@example.com";
    await services.db
      .update(users)
      .set({ name: evil, email: "owner+a?cc=spy&x=1@example.com" })
      .where(eq(users.id, workspace.people.admin.id));
    await makeLeave(services, workspace.people.admin, { startDate: "2026-11-23" });
    await made(daily);
    // As an older version stored it: new names reject hidden characters.
    await services.db
      .update(notifications)
      .set({ name: 'Who\u2028Bcc: spy@example.com " is away' })
      .where(eq(notifications.workspaceId, workspace.id));
    await run(due);
    const [sent] = smtp.received;
    expect(sent?.to).toEqual(["team@example.com"]);
    expect(sent?.mail.bcc ?? []).toEqual([]);
    expect(sent?.mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(sent?.raw).not.toMatch(/^bcc:/im);
    expect(sent?.mail.headers.find(({ key }) => key === "list-unsubscribe")?.value).not.toContain("?cc=");
  });
});

describe("Slack", () => {
  beforeEach(connect);

  const odd = ["<!channel> *Bold* `code`", "R&D <https://x.example|y>", "😀 Ünï", "עדה לוי", "_a_ ~b~ &amp;"];
  async function oddPeople() {
    for (const name of odd) {
      const person = {
        workspaceId: workspace.id,
        name,
        locationId: workspace.locations.north,
        departmentId: workspace.departments.sales,
      };
      const id = await makeUser(services, person);
      await makeLeave(services, { ...workspace.people.user, ...person, id }, { startDate: "2026-11-23" });
    }
  }
  const textOf = () => slack.posts.map(shownText).join("\n");

  it("names that look like mentions, markup, emoji and right-to-left text are shown as they are", async () => {
    await oddPeople();
    await made({ ...daily, destinations: slackTo("C1") });
    await run(due);
    expect(await statusOf()).toEqual(["sent"]);
    // Rich text is shown verbatim: entities would be shown as entities.
    expect(textOf()).toContain("• <!channel> *Bold* `code` – Vacation");
    expect(textOf()).toContain("• R&D <https://x.example|y>");
    expect(textOf()).toContain("• \u2068עדה לוי\u2069");
    expect(textOf()).toContain("_a_ ~b~ &amp;");
    for (const block of slack.posts[0]?.blocks ?? []) expect(JSON.stringify(block)).not.toContain("mrkdwn");
    expect(JSON.parse(slack.requests.at(-1)?.body ?? "")).toMatchObject({
      mrkdwn: false,
      parse: "none",
      link_names: false,
    });
  });

  it.each([
    ["CNONE", "channel_not_found"],
    ["COUT", "not_in_channel"],
  ])("%s: %s is a permanent failure", async (channel, error) => {
    await made({ ...daily, destinations: slackTo(channel) });
    await run(due);
    expect(await dispatchesOf(services, workspace.id)).toMatchObject([
      { status: "failed", error: "REFUSED", errorDetail: error, attemptCount: 1 },
    ]);
  });

  it("invalid_auth is a permanent failure, and the integrations page shows it", async () => {
    await made({ ...daily, destinations: slackTo("C1") });
    slack.next.push({ status: 200, body: { ok: false, error: "invalid_auth" } });
    await run(due);
    expect(await states()).toEqual([["C1", "failed", 1, "UNAUTHORIZED"]]);
    expect(await listIntegrations(await admin())).toMatchObject([
      { platform: "slack", isConnected: true, lastError: "invalid_auth" },
      { platform: "microsoft", lastError: null },
    ]);
  });

  it.each([
    ["500", { status: 500, body: "oops" }, "UNAVAILABLE"],
    ["an HTML page", { status: 200, body: "<html>maintenance</html>" }, "INVALID_RESPONSE"],
    ["internal_error", { status: 200, body: { ok: false, error: "internal_error" } }, "UNAVAILABLE"],
  ])("%s is retried", async (_, answer, error) => {
    await made({ ...daily, destinations: slackTo("C1") });
    slack.next.push(answer);
    await run(due);
    expect(await states()).toEqual([["C1", "pending", 1, error]]);
    await run(plus(due, 15 * second));
    expect(await states()).toEqual([["C1", "sent", 2, null]]);
    expect(slack.posts).toHaveLength(1);
  });

  it("429: all messages of the workspace wait as long as Slack asks", async () => {
    await made({ ...daily, destinations: slackTo("C1") });
    slack.next.push({
      status: 429,
      headers: { "retry-after": "90" },
      body: { ok: false, error: "ratelimited" },
    });
    await run(due);
    await made({ ...daily, hour: 10, destinations: slackTo("C2") });
    await run(plus(due, 89 * second));
    expect(slack.posts).toHaveLength(0);
    await run(plus(due, 90 * second));
    expect(await states()).toEqual([["C1", "sent", 2, null]]);
  });

  it("300 absences: one message within the limits, cut with a count of the rest", async () => {
    const names = Array.from(
      { length: 300 },
      (_, i) => `Person ${String(i).padStart(3, "0")} ${"é".repeat(30)}`,
    );
    for (const name of names) {
      const person = {
        workspaceId: workspace.id,
        name,
        locationId: workspace.locations.north,
        departmentId: workspace.departments.sales,
      };
      const id = await makeUser(services, person);
      await makeLeave(services, { ...workspace.people.user, ...person, id }, { startDate: "2026-11-23" });
    }
    await made({
      ...daily,
      destinations: [...slackTo("C1"), ...teamsTo("19:1"), ...mailTo("a@example.com")],
    });
    await run(due);
    expect(await states()).toEqual(
      ["C1", "19:1", "a@example.com"].map((address) => [address, "sent", 1, null]),
    );
    const shown = (text: string) => names.filter((name) => text.includes(name)).length;
    const slackText = textOf();
    expect(slackText).toContain(`and ${300 - shown(slackText)} more`);
    const card = JSON.stringify(teams.posts[0]?.activity.attachments[0]?.content);
    expect(card).toContain(`and ${300 - shown(card)} more`);
    expect(shown(slackText)).toBeGreaterThan(100);
    expect(shown(card)).toBeGreaterThan(60);
    // Each é takes six bytes in transit, in both bodies; all of the plain names fit.
    const { text = "", html = "" } = smtp.received[0]?.mail ?? {};
    expect(shown(text)).toBeGreaterThan(150);
    expect(shown(html)).toBe(shown(text));
    expect(html).toContain(`and ${300 - shown(text)} more`);
    expect(Buffer.byteLength(smtp.received[0]?.raw ?? "")).toBeLessThan(100_000);
    expect(slackText).toContain("300 people are away.");
  });

  it("not connected: fails with the remedy", async () => {
    const { disconnectIntegration } = await import("@/server/modules/messaging/providers/disconnect");
    await disconnectIntegration(await admin(), { platform: "slack" });
    await made({ ...daily, destinations: slackTo("C1") });
    await run(due);
    expect(await states()).toEqual([["C1", "failed", 1, "NOT_CONNECTED"]]);
  });
});

describe("Microsoft Teams", () => {
  beforeEach(connect);

  it("an Adaptive Card of text runs in the channel of the team", async () => {
    await services.db
      .update(users)
      .set({ name: "**Ada** [x](https://e.example)" })
      .where(eq(users.id, workspace.people.northSeller.id));
    await makeLeave(services, workspace.people.northSeller, { startDate: "2026-11-23" });
    await made({ ...daily, destinations: teamsTo("19:abc@thread.tacv2") });
    await run(due);
    expect(await statusOf()).toEqual(["sent"]);
    const [post] = teams.posts;
    expect(post?.channelData).toEqual({
      channel: { id: "19:abc@thread.tacv2" },
      team: { id: "group-1" },
      tenant: { id: bot.tenantId },
    });
    const runs = post?.activity.attachments[0]?.content.body.flatMap(({ type, inlines }) => {
      expect(type).toBe("RichTextBlock");
      return inlines;
    });
    expect(runs?.every(({ type }) => type === "TextRun")).toBe(true);
    expect(runs?.map(({ text }) => text)).toContain("**Ada** [x](https://e.example)");
  });

  it("401 once: a new token, then success, in the same attempt", async () => {
    await made({ ...daily, destinations: teamsTo("19:1") });
    const given = teams.tokensGiven;
    teams.next.push({ status: 401, body: { error: { code: "Unauthorized" } } });
    await run(due);
    expect(await states()).toEqual([["19:1", "sent", 1, null]]);
    expect(teams.tokensGiven - given).toBe(2);
  });

  it("401 twice is a permanent failure", async () => {
    await made({ ...daily, destinations: teamsTo("19:1") });
    const refused = { status: 401, body: { error: { code: "Unauthorized" } } };
    teams.next.push(refused, refused);
    await run(due);
    expect(await states()).toEqual([["19:1", "failed", 1, "UNAUTHORIZED"]]);
  });

  it.each([
    ["19:out", /^403 BotNotInConversationRoster/],
    ["19:none", /^404 ConversationNotFound/],
  ])("%s is a permanent failure", async (channel, detail) => {
    await made({ ...daily, destinations: teamsTo(channel) });
    await run(due);
    expect(await dispatchesOf(services, workspace.id)).toMatchObject([
      { status: "failed", error: "REFUSED", errorDetail: expect.stringMatching(detail) },
    ]);
  });

  it("429 waits as long as requested", async () => {
    await made({ ...daily, destinations: teamsTo("19:1") });
    teams.next.push({ status: 429, headers: { "retry-after": "120" }, body: {} });
    await run(due);
    await run(plus(due, 119 * second));
    expect(await states()).toEqual([["19:1", "pending", 1, "RATE_LIMITED"]]);
    await run(plus(due, 120 * second));
    expect(await states()).toEqual([["19:1", "sent", 2, null]]);
  });

  it("one token serves many messages", async () => {
    const given = teams.tokensGiven;
    await made({ ...daily, destinations: [...teamsTo("19:1"), ...teamsTo("19:2")] });
    await made({ ...birthday, destinations: teamsTo("19:3") });
    await run(due);
    await run(plus(due, 24 * hour));
    expect(teams.posts.length).toBeGreaterThan(3);
    // One token per process.
    expect(teams.tokensGiven - given).toBe(2);
  });
});

describe("history", () => {
  it("shows each destination's state; a resend reaches only the failed ones", async () => {
    smtp.behaviour.set("gone@example.com", 550);
    const row = await made({ ...daily, destinations: mailTo("good@example.com", "gone@example.com") });
    await run(due);
    const [occurrence] = await listOccurrences(notificationSchedule, await admin(), {
      id: row.id,
      limit: 10,
    });
    expect(occurrence).toMatchObject({ status: "partly_sent", isLate: false, localDate: "2026-11-23" });
    smtp.behaviour.clear();
    expect(await resendToFailed(await admin(), occurrence?.id ?? "")).toBe(1);
    await run();
    expect(smtp.received.map(({ to }) => to[0])).toEqual(["good@example.com", "gone@example.com"]);
    expect(await statusOf()).toEqual(["sent"]);
    await expect(resendToFailed(await admin(), occurrence?.id ?? "")).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("is visible to the owner and administrators", async () => {
    const row = await made(daily);
    await run(due);
    const [occurrence] = await occurrencesOf(services, workspace.id);
    const other = await as(services, workspace.people.approver);
    await expect(
      listOccurrences(notificationSchedule, other, { id: row.id, limit: 10 }),
    ).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    await expect(resendToFailed(other, occurrence?.id ?? "")).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
  });

  it("404 a report's occurrence is not resent as a notification's", async () => {
    const report = validate(ScheduledReportCreate, dailyReport);
    await createReport(await admin(), report);
    clock.set(due);
    await fireDue(reportSchedule, services);
    const [occurrence] = await reportOccurrences(services, workspace.id);
    await expect(resendToFailed(await admin(), occurrence?.id ?? "")).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    expect(await reportDispatches(services, workspace.id)).toMatchObject([{ status: "pending" }]);
  });

  it("a test is sent at once, marked, beside the scheduled one; with a rate limit", async () => {
    const row = await made({ ...daily, sendEmpty: false });
    for (let i = 0; i < 5; i++) await sendTest(await admin(), row.id);
    await expect(sendTest(await admin(), row.id)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await run();
    expect(smtp.received).toHaveLength(5);
    expect(smtp.received[0]?.mail.subject).toMatch(/^\[Test\] /);
    expect((await occurrencesOf(services, workspace.id)).map(({ kind }) => kind)).toEqual(
      Array(5).fill("test"),
    );
  });
});

describe("a crash between the provider's response and our record", () => {
  it("of a channel: one duplicate, shown as such; a second crash ends the attempts", async () => {
    await connect();
    await made({ ...daily, destinations: slackTo("C1") });
    const lost = new NotificationWorker(services, {
      sender: { send: () => Promise.reject(new Error("the process is gone")), close: async () => undefined },
    });
    workers.push(lost);
    clock.set(due);
    services.log.level = "silent";
    await lost.run();
    services.log.level = "error";
    await run(plus(due, minute));
    expect(slack.posts).toHaveLength(0);
    await run(plus(due, 3 * minute));
    expect(slack.posts).toHaveLength(1);
    expect(await dispatchesOf(services, workspace.id)).toMatchObject([
      { status: "sent", unknownCount: 1, attemptCount: 2 },
    ]);
  });
});
