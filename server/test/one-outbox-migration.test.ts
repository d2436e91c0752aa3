import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { workspaceOf } from "@/server/access/reach";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus, second } from "@/server/kernel/time/clock";
import { reportWork } from "@/server/modules/integrations/reports/report-work";
import { readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";
import { Engine } from "@/server/worker/engine";
import { emptyDatabase } from "./database";
import { makeWorkspace, type TestWorkspace } from "./factories";
import { withLaterColumns } from "./later-columns";
import { mailRows, postOffice } from "./mail-kit";
import { NotificationWorker } from "./notification-kit";
import { standingClock, testServices } from "./services";

/** The last migration before mails of notifications and reports were kept in the outbox. */
const before = "0059_semicolon_csv";

const clock = standingClock();
const post = postOffice();
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const past = plus(due, -hour);

let sql: Sql;
let services: Services;
let workspace: TestWorkspace;
const ids = { notification: newId(), report: newId() };

/** A dispatch as the version before wrote it. */
interface Earlier {
  address: string;
  status?: "pending" | "sent" | "failed";
  attempts?: number;
  isOpen?: boolean;
  unknown?: number;
  next?: Date | null;
  error?: string;
}

const message = {
  ...{ locale: "en", subject: "Who is away – today", title: "Who is away", intro: "1 person is away." },
  days: [
    {
      heading: null,
      notes: [],
      groups: [{ heading: null, lines: [{ name: "Nils", text: "Vacation" }] }],
      empty: null,
    },
  ],
  ...{ footer: "Sent daily.", owner: { name: "Ada", email: "ada@example.com" } },
};

async function schedules(): Promise<void> {
  const { id: workspaceId, people } = workspace;
  const owner = people.admin.id;
  await sql`insert into notifications (workspace_id, id, owner_id, name, frequency, enabled, timezone, hour, minute, locale, location_ids,
      department_ids, label_ids, destinations, zone_data, created_at, updated_at, send_on_days, group_by, send_empty)
    values (${workspaceId}, ${ids.notification}, ${owner}, 'Away', 'DAILY', true, 'Europe/Paris', 9, 0, 'en', '{}', '{}', '{}',
      '[{"platform":"email","addresses":["a@example.com"]}]', '', ${past}, ${past}, '{1}', 'TEAM', true)`;
  await sql`insert into scheduled_reports (workspace_id, id, owner_id, name, report_type, frequency, enabled, timezone, hour, minute,
      send_on_days, format, recipients, location_ids, department_ids, label_ids, zone_data, created_at, updated_at)
    values (${workspaceId}, ${ids.report}, ${owner}, 'Away', 'WHO_IS_AWAY', 'DAILY', true, 'Europe/Paris', 9, 0, '{1}', 'CSV',
      '{a@example.com}', '{}', '{}', '{}', '', ${past}, ${past})`;
}

async function occurrence(of: "notification" | "report", all: readonly Earlier[]): Promise<string> {
  const id = newId();
  const workspaceId = workspace.id;
  const isText = of === "notification";
  await sql`insert into occurrences (workspace_id, id, notification_id, report_id, kind, local_date, due_at, status, next_attempt_at,
      attempt_count, content, created_at)
    values (${workspaceId}, ${id}, ${isText ? ids.notification : null}, ${isText ? null : ids.report}, ${isText ? "test" : "scheduled"},
      '2026-11-23', ${past}, ${isText ? "sending" : "pending"}, ${isText ? null : past}, 1, ${isText ? sql.json(message) : null}, ${past})`;
  for (const {
    address,
    status = "pending",
    attempts = 0,
    isOpen = false,
    unknown = 0,
    next = past,
    error = null,
  } of all)
    await sql`insert into dispatches (workspace_id, id, occurrence_id, platform, address, status, attempt_count, attempt_open,
        unknown_count, next_attempt_at, error, sent_at)
      values (${workspaceId}, ${newId()}, ${id}, 'email', ${address}, ${status}, ${attempts}, ${isOpen}, ${unknown},
        ${status === "pending" && isText ? next : null}, ${error}, ${status === "sent" ? past : null})`;
  return id;
}

const states = async () =>
  (await readDispatches(services.db, workspaceOf({ workspaceId: workspace.id }), undefined))
    .map(({ address, status, attemptCount, error, unknownCount }) =>
      [address.replace("@example.com", ""), status, attemptCount, error, unknownCount].join(" "),
    )
    .sort();
const sentTo = () => post.sent.map(({ to }) => to.replace("@example.com", "")).sort();

async function run(at: Date): Promise<void> {
  clock.set(at);
  const reports = new Engine(services, reportWork());
  reports.wake();
  await reports.idle();
  await reports.stop();
  const worker = new NotificationWorker(services, { random: () => 0.5 });
  await worker.run();
  await worker.stop();
}

beforeAll(async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, undefined, before);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  services = await testServices({ clock, mailer: post, wakes: false }, { DATABASE_URL: url });
  clock.set(past);
  workspace = await withLaterColumns(sql, () => makeWorkspace(services));
  await schedules();
  await occurrence("notification", [
    { address: "fresh@example.com" },
    { address: "later@example.com", attempts: 3, next: plus(due, 10 * minute), error: "UNAVAILABLE" },
    { address: "in-flight@example.com", attempts: 1, isOpen: true, next: plus(due, 3 * minute) },
    { address: "recorded@example.com", attempts: 1, isOpen: true, next: plus(due, 3 * minute) },
    { address: "died@example.com", attempts: 1, isOpen: true },
    { address: "died-twice@example.com", attempts: 2, isOpen: true, unknown: 1 },
    { address: "sent@example.com", status: "sent", attempts: 1 },
    { address: "refused@example.com", status: "failed", attempts: 1, error: "REFUSED" },
  ]);
  await occurrence("report", [
    { address: "r-fresh@example.com" },
    { address: "r-died@example.com", isOpen: true },
    { address: "r-sent@example.com", status: "sent" },
    { address: "r-refused@example.com", status: "failed", error: "REFUSED" },
  ]);
  await migrate(url);
});
afterAll(async () => {
  await services.close();
  await sql.end();
});
beforeEach(() => {
  post.sent.length = 0;
});

/** The lane's lease of a process of the version before. */
async function leasedByEarlierProcess(kind: string): Promise<() => Promise<unknown>> {
  const worker = newId();
  await sql`insert into workers (id, alive_until) values (${worker}, clock_timestamp() + interval '1 minute')`;
  await sql`insert into work_leases (kind, workspace_id, lane, worker_id) values (${kind}, ${workspace.id}, ${workspace.id}, ${worker})`;
  return () => sql`delete from workers where id = ${worker}`;
}

// In this order: each continues with the rows that the one before left.
describe("rows of the version before", () => {
  it("are left to a process of that version as long as it holds their lane", async () => {
    const release = await leasedByEarlierProcess("notification-messages-email");
    const releaseReports = await leasedByEarlierProcess("scheduled-reports");
    await run(due);
    expect(sentTo()).toEqual([]);
    await release();
    await releaseReports();
  });

  it("are sent once when they come due; those in flight are not touched, and ended ones stay in the history", async () => {
    await run(due);
    expect(sentTo()).toEqual(["died", "fresh", "r-died", "r-fresh"]);
    expect(await states()).toEqual([
      "died sent 2  1",
      "died-twice failed 3 UNKNOWN_OUTCOME 2",
      "fresh sent 1  0",
      "in-flight pending 1  0",
      "later pending 3 UNAVAILABLE 0",
      "r-died sent 1  1",
      "r-fresh sent 1  0",
      "r-refused failed 0 REFUSED 0",
      "r-sent sent 0  0",
      "recorded pending 1  0",
      "refused failed 1 REFUSED 0",
      "sent sent 1  0",
    ]);
    expect(await sql`select status from occurrences where report_id is not null`).toEqual([
      { status: "partly_sent" },
    ]);
  });

  it("an attempt that such a process records is not repeated; one without a record is, once", async () => {
    await sql`update dispatches set status = 'sent', sent_at = ${due}, attempt_open = false, next_attempt_at = null
      where address = 'recorded@example.com' and status = 'pending' and attempt_count = 1`;
    await run(plus(due, 3 * minute - second));
    expect(sentTo()).toEqual([]);
    await run(plus(due, 3 * minute));
    expect(sentTo()).toEqual(["in-flight"]);
    await run(plus(due, 10 * minute));
    expect(sentTo()).toEqual(["in-flight", "later"]);
    expect(await states()).toEqual(expect.arrayContaining(["in-flight sent 2  1", "later sent 4  0"]));
    expect(await sql`select status from occurrences where notification_id is not null`).toEqual([
      { status: "partly_sent" },
    ]);
  });

  it("that it writes afterwards are sent, too", async () => {
    await occurrence("notification", [{ address: "new@example.com" }]);
    await run(plus(due, 20 * minute));
    expect(sentTo()).toEqual(["new"]);
  });
});

it("the planner knows the columns that migrations added to tables with rows", async () => {
  const known = await sql<{ name: string }[]>`select attname as name from pg_stats where tablename = 'users'`;
  expect(known.map(({ name }) => name)).toContain("approver_id");
});

it("a process of the version before claims no row that it does not know, and deletes none", async () => {
  await occurrence("notification", [{ address: "waits@example.com" }]);
  post.error = Object.assign(new Error("451"), { responseCode: 451 });
  await run(plus(due, 30 * minute));
  post.error = null;
  const later = plus(due, 5 * hour);
  expect(await sql`select id from mails where status = 'pending' and next_attempt_at <= ${later}`).toEqual(
    [],
  );
  expect(
    await sql`select id from dispatches where status = 'pending' and platform = 'email' and next_attempt_at <= ${later}`,
  ).toEqual([]);
  const waiting = (await mailRows(services)).filter(({ status }) => status === "pending");
  expect(waiting).toMatchObject([{ recipient: "waits@example.com", content: null, nextAttemptAt: null }]);
  const gone = await sql`delete from mails where status = 'sent' and ended_at < ${plus(later, -7 * day)}
    or status = 'failed' and ended_at < ${plus(later, -30 * day)}`;
  expect(gone.count).toBe(0);
});
