import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { erasures } from "@/drizzle/schema/erasures";
import { leaves } from "@/drizzle/schema/leaves";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { requestLog } from "@/drizzle/schema/request-log";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { sessions } from "@/drizzle/schema/signin";
import { webhooks } from "@/drizzle/schema/webhooks";
import { type Ctx, systemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { operationWork, takeStep } from "@/server/api/operation-work";
import { newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";
import { readBalances } from "@/server/modules/leave/balances/read";
import { openBody, openContent } from "@/server/modules/messaging/outbox/content";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { canary, canaryEmail, canaryName, makeCanary } from "@/server/test/canary-kit";
import { carriedOut } from "@/server/test/carried-out";
import { erased } from "@/server/test/erased";
import { expireWorkerLease } from "@/server/test/expire-worker-lease";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import type { Accepted } from "@/server/test/operation-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { Engine } from "@/server/worker/engine";
import { erasedName } from "./policy";
import { resumeErasure } from "./resume-erasure";
import { startErasure } from "./start-erasure";

const clock = standingClock();
let services: Services;
let dataDir: string;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let admin: Ctx;
let person: TestPerson;
let leaveId: string;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "timeaway-erase-"));
  services = await testServices({ clock }, { DATA_DIR: dataDir });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  admin = await as(services, workspace.people.admin);
  ({ person, leaveId } = await makeCanary(services, workspace));
});

const userPath = () => `/v2/users/${encodeId("user", person.id)}`;
const erase = <Body extends object = Refused>(key: TestKey, of = person) =>
  api.v2<Body>("POST", `/v2/users/${encodeId("user", of.id)}/erase`, { key });

/**
 * Columns that never contain data of a person: fixed words, ids, hashes, sealed values, names of shared resources and of apps, and settings
 * of schedules and places.
 */
const unaffected = new RegExp(
  [
    /^(audit_events\.(action|resource_type|resource_id|via|request_id))$/,
    /^(attribute_mappings|attribute_mapping_values|connections|departments|domain_workspaces|email_domains|holidays|identity_workspaces|integrations|labels|leave_rules|leave_types|legacy_keys|locations|oauth_clients|oauth_refresh_tokens|oauth_signing_keys|payroll_runs|payroll_templates|provisioned_groups|provisioned_group_mappings|provisioning_tokens|queue_looks|quota_warnings|request_error_hours|request_hours|secret_workspaces|setup_links|throttles|vapid_keys|work_leases|work_patterns|workspaces)\./,
    /^(api_keys|calendar_feeds|decision_links|signin_tokens|oauth_codes|webhooks)\.(hash|prefix|last_four|scopes|events|secret|secret_prefix|previous_secret|shown|code_challenge)$/,
    /^oauth_requests\.(scopes|prompts|code_challenge|browser_hash)$/,
    /^oauth_grants\.(scopes|revocation_reason)$/,
    /^sign_in_attempts\.(purpose|hash|browser_hash)$/,
    /^sessions\.(method|second_factor)$/,
    /^recovery_codes\.hash$/,
    /^second_factors\.(kind|secret)$/,
    /^sign_in_steps\.(hash|method)$/,
    /^used_(logout_tokens|assertions|passkey_challenges)\.hash$/,
    // Its row is deleted with the last trace.
    /^erasures\./,
    /^events\.(message_id|type)$/,
    /^company_leaves\.(status|request_id|start_part|end_part)$/,
    /^credits\.(source|status)$/,
    /^hours_worked\.source$/,
    // Months, days, days of the year, and ids of labels.
    /^leave_policies\.(tenure_steps|label_days|carry_expiry|lapse_notices)$/,
    // Fixed words, days and ids.
    /^company_leave_people\./,
    /^leave_notices\./,
    // Fixed words, and names of shared resources.
    /^payroll_lines\.(kind|department|leave_type_name|wage_code)$/,
    // Ids, days and counts.
    /^leaves\.wanted_change$/,
    // The rule at the time.
    /^leave_rule_marks\.(kind|name|parameters|effect|days|facts)$/,
    /^(mail_preferences|user_settings)\.language$/,
    /^mails\.(kind|error|content)$/,
    /^mail_bodies\.content$/,
    /^report_downloads\.(content_type|language)$/,
    /^(notifications|scheduled_reports)\.(timezone|locale|group_by|zone_data)$/,
    /^occurrences\.skip_reason$/,
    /^dispatches\.(channel_name|ms_group|provider_id|error)$/,
    // A body is deleted when its operation ends.
    /^operations\.(body|method|request_id|scopes|progress)$/,
    /^idempotency_keys\.(fingerprint|headers)$/,
    /^request_log\.(request_id|api|method|endpoint|error_code|key_kind|body_fields)$/,
    /^webhook_deliveries\.(message_id|event_type|error)$/,
    /^webhook_attempts\.(error|request_headers)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Every column of the database that can contain text. */
const textColumns = () =>
  services.db.execute<{ table: string; column: string; isBytes: boolean }>(sql`
    select table_name as "table", column_name as "column", data_type = 'bytea' as "isBytes"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      -- A partition's rows are its table's.
      and not starts_with(table_name, 'request_log_')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or data_type = 'ARRAY' and udt_name in ('_text', '_varchar'))`);

/** The columns that contain a word, in the whole database or in rows of one workspace. */
async function columnsWith(word: string, workspaceId?: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, isBytes } of await textColumns()) {
    const name = sql.identifier(column);
    const text = isBytes ? sql`encode(${name}, 'escape')` : sql`${name}::text`;
    const rows = await services.db.execute(
      sql`select from ${sql.identifier(table)} t where lower(${text}) like ${`%${word}%`}
        and ${workspaceId ?? null}::text is not distinct from ${workspaceId ? sql`to_jsonb(t) ->> 'workspace_id'` : sql`null`} limit 1`,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

describe("erasing", () => {
  it("leaves no trace of the person in any text column", async () => {
    const all = (await textColumns()).map(({ table, column }) => `${table}.${column}`);
    const planted = await columnsWith(canary);
    expect(all.filter((name) => !planted.includes(name) && !unaffected.test(name))).toEqual([]);
    await erased(admin, person.id);
    expect(await columnsWith(canary)).toEqual([]);
    const [row] = await services.db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({
      ...{ name: erasedName, status: "DELETED", erasedAt: testNow, birthday: null, employeeId: null },
      email: `${person.id}@deleted.invalid`,
    });
  });

  it("removes the name from sealed mails, which are still sent", async () => {
    await erased(admin, person.id);
    const rows = await services.db
      .select()
      .from(mails)
      .where(and(eq(mails.workspaceId, workspace.id), isNull(mails.occurrenceId)));
    expect(rows).toMatchObject([{ subject: "Deleted user asks for leave", status: "pending" }]);
    const [row] = rows;
    expect(row?.content && openContent(services.settings, row.id, row.content)).toEqual({
      text: "Deleted user is away",
      html: "<p>Deleted user is away</p>",
      calendar: { method: "REQUEST", text: "BEGIN:VCALENDAR" },
    });
  });

  it("removes the name from a body that mails share; a mail to the person leaves its outcome in the history", async () => {
    await erased(admin, person.id);
    const { db, settings } = services;
    const [body] = await db.select().from(mailBodies).where(eq(mailBodies.workspaceId, workspace.id));
    expect(body && openBody(settings, body.id, body.content)).toEqual({
      text: "Deleted user is away",
      html: "<p>Deleted user is away</p>",
    });
    expect(body?.attachment?.filename).toBe("Deleted user.csv");
    const left = await db
      .select()
      .from(mails)
      .where(eq(mails.occurrenceId, body?.occurrenceId ?? ""));
    expect(left).toMatchObject([{ recipient: "boss@example.com", status: "pending" }]);
    const shown = await readDispatches(db, workspaceOf({ workspaceId: workspace.id }), undefined);
    expect(shown.map(({ address, status }) => `${address.replace(/^.*@/, "")} ${status}`).sort()).toEqual([
      "deleted.invalid failed",
      "deleted.invalid sent",
      "example.com pending",
    ]);
  });

  it("deletes outbox files that are addressed to the person, mention them, or cannot be searched", async () => {
    const mail = {
      to: "boss@example.com",
      subject: "Leave",
      text: "Ana is away",
      html: "<p>Ana is away</p>",
    };
    const long = "ž".repeat(200);
    await services.mailer.send({ ...mail, to: canaryEmail });
    await services.mailer.send({ ...mail, subject: `${canaryName} asks` });
    await services.mailer.send({ ...mail, text: `${long} ${canaryName} is away ${long}` });
    const file = {
      filename: "away.xlsx",
      contentType: "application/zip",
      path: path.join(dataDir, "away.xlsx"),
    };
    await writeFile(file.path, "PK");
    await services.mailer.send({ ...mail, attachment: file });
    const calendar = { method: "REQUEST", text: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" } as const;
    await services.mailer.send({ ...mail, subject: "Kept", calendar });
    const outbox = path.join(dataDir, "outbox");
    expect(await readdir(outbox)).toHaveLength(5);
    await erased(admin, person.id);
    const [kept = "", ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    expect(await readFile(path.join(outbox, kept), "utf8")).toContain("Subject: Kept");
  });

  it("ends the person's resources, reports them, and removes their address from what others send", async () => {
    const { people, departments, locations, id: workspaceId } = workspace;
    await services.db.insert(departmentApprovers).values({
      ...{ workspaceId, departmentId: departments.platform, userId: person.id, level: 1 },
    });
    await services.db
      .insert(locationAdmins)
      .values({ workspaceId, locationId: locations.empty, userId: person.id });
    await makeDelegation(services, people.approver, person);
    await makeLeave(services, people.platformer, { startDate: "2026-12-07", status: "OPEN" });
    const result = await erased(admin, person.id);
    expect(result).toEqual({
      ...{ userId: encodeId("user", person.id), erasedAt: testNow.toISOString() },
      ...{ keyCount: 1, webhookCount: 1, appCount: 1, feedCount: 1, notificationCount: 1, reportCount: 1 },
      ...{ recipientCount: 3, delegationCount: 1, waitingCount: 1, leaveCount: 2 },
      ...{ approvedDepartments: ["Platform"], managedLocations: ["Empty"] },
    });
    const { db } = services;
    const own = <T extends { ownerId: unknown }>(rows: T[]) =>
      rows.filter(({ ownerId }) => ownerId === person.id);
    expect(own(await db.select().from(apiKeys)).map(({ revokedAt }) => revokedAt)).toEqual([testNow]);
    expect(own(await db.select().from(webhooks)).map(({ revocationReason }) => revocationReason)).toEqual([
      "owner_deleted",
    ]);
    expect(own(await db.select().from(notifications))).toEqual([]);
    expect(own(await db.select().from(scheduledReports))).toEqual([]);
    const left = await db.select().from(notifications).where(eq(notifications.workspaceId, workspaceId));
    const standing = left.map(({ name, destinations, enabled, nextDueAt }) => ({
      ...{ name, destinations, enabled, isArmed: nextDueAt !== null },
    }));
    expect(standing.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "Alone", destinations: [], enabled: false, isArmed: false },
      {
        ...{ name: "Without Deleted user", enabled: true, isArmed: true },
        destinations: [{ platform: "email", addresses: ["team@example.com"] }],
      },
    ]);
    const [report] = await db
      .select()
      .from(scheduledReports)
      .where(eq(scheduledReports.workspaceId, workspaceId));
    expect(report).toMatchObject({ recipients: ["hr@example.com"], enabled: true });
    const found = await db
      .select({ localDate: occurrences.localDate, status: occurrences.status, dispatch: dispatches.status })
      .from(dispatches)
      .innerJoin(occurrences, eq(occurrences.id, dispatches.occurrenceId))
      .where(
        and(eq(dispatches.workspaceId, workspaceId), eq(dispatches.address, `${person.id}@deleted.invalid`)),
      )
      .orderBy(occurrences.localDate);
    expect(found).toEqual([
      { localDate: "2026-11-19", status: "sending", dispatch: "sent" },
      { localDate: "2026-11-20", status: "failed", dispatch: "failed" },
    ]);
    for (const table of [departmentApprovers, locationAdmins])
      expect(await db.select().from(table).where(eq(table.userId, person.id))).toEqual([]);
  });

  it("keeps the effects of changes, responses, and everything that is no trace of the person", async () => {
    await erased(admin, person.id);
    const { db } = services;
    const [line] = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.resourceId, person.id), eq(auditEvents.action, "user.update")));
    expect(line?.changes).toEqual({
      ...{ name: {}, email: {}, employeeId: {} },
      status: { from: "ACTIVE", to: "INACTIVE" },
    });
    const record = { name: erasedName, email: erasedName, employeeId: null, labels: [] };
    const [operation] = await db
      .select()
      .from(operations)
      .where(eq(operations.workspaceId, workspace.id))
      .orderBy(operations.id);
    expect(operation?.result?.body).toMatchObject({ data: record });
    const [kept] = await db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.workspaceId, workspace.id));
    expect(JSON.parse(String(kept?.body))).toMatchObject({ data: record });
  });

  it("keeps leave, its days and balances, and every read of them answers without a name", async () => {
    const facts = () =>
      services.db
        .select({
          id: leaves.id,
          status: leaves.status,
          days: leaves.durationWorkingDays,
          type: leaves.leaveTypeId,
        })
        .from(leaves)
        .where(eq(leaves.userId, person.id))
        .orderBy(leaves.id);
    const before = { leaves: await facts(), balances: await readBalances(admin, { userId: person.id }) };
    await erased(admin, person.id);
    expect({ leaves: await facts(), balances: await readBalances(admin, { userId: person.id }) }).toEqual(
      before,
    );

    const list = await api.get<Listed>(
      "/v2/leaves?status=APPROVED,DENIED&expand=user,approver,leaveType",
      keys.admin,
    );
    expect(list.body.data.map(({ user }) => user)).toEqual([
      expect.objectContaining({ name: erasedName }),
      expect.objectContaining({ name: erasedName }),
    ]);
    for (const url of [
      `/v2/leaves/${encodeId("leave", leaveId)}?expand=user`,
      userPath(),
      `${userPath()}/balances`,
      `${userPath()}/balance-adjustments`,
      `${userPath()}/work-patterns`,
      "/v2/users?status=DELETED,INACTIVE&expand=location,department",
      "/v2/away?startDate=2026-11-20&endDate=2026-12-20",
      "/v2/wallchart?startDate=2026-11-20&endDate=2026-12-20",
    ])
      expect([url, (await api.get(url, keys.admin)).status]).toEqual([url, 200]);
    const caller = await signedInCaller(services, workspace.people.admin);
    expect((await caller.leaves.get({ id: encodeId("leave", leaveId) })) as object).toBeTruthy();
    expect((await caller.audit.list({})).items.length).toBeGreaterThan(3);
  });

  it("touches no other workspace", async () => {
    const other = await makeLeaveWorkspace(services);
    const namesake = await makeCanary(services, other);
    const counts = async () =>
      Promise.all(
        [mails, idempotencyKeys, notifications, auditEvents].map((table) =>
          services.db.$count(table, eq(table.workspaceId, other.id)),
        ),
      );
    const before = await counts();
    await erased(admin, person.id);
    expect(await counts()).toEqual(before);
    const [row] = await services.db.select().from(users).where(eq(users.id, namesake.person.id));
    expect(row).toMatchObject({ name: canaryName, email: canaryEmail });
    const [mail] = await services.db
      .select()
      .from(mails)
      .where(and(eq(mails.workspaceId, other.id), eq(mails.recipient, "boss@example.com")));
    expect(mail?.subject).toContain(canaryName);
  });

  it("is idempotent: two concurrent requests get one operation", async () => {
    const [one, other] = await Promise.all([startErasure(admin, person.id), startErasure(admin, person.id)]);
    expect(one).toBe(other);
    await carriedOut(services);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.resourceId, person.id), eq(auditEvents.action, "user.erase")));
    expect(lines).toHaveLength(1);
  });
});

describe("POST /v2/users/{id}/erase", () => {
  it("202 with an operation that reports every outcome; the same one while it runs, then 409", async () => {
    const accepted = await erase<Accepted>(keys.admin);
    expect([accepted.status, accepted.body.operation.status]).toEqual([202, "PENDING"]);
    expect(accepted.headers.get("location")).toBe(accepted.body.operation.url);
    const again = await erase<Accepted>(keys.admin);
    expect([again.status, again.body.operation.id]).toEqual([202, accepted.body.operation.id]);
    await carriedOut(services);
    const { body } = await api.get<Single>(accepted.body.operation.url, keys.admin);
    expect(body.data).toMatchObject({
      status: "SUCCEEDED",
      result: { status: 200, body: { data: { keyCount: 1, leaveCount: 2 } } },
    });
    expect((await erase(keys.admin)).status).toBe(409);
    expect((await api.v2<Refused>("POST", `${userPath()}/activate`, { key: keys.admin })).status).toBe(409);
  });

  it("202: the person is anonymous as soon as the request is accepted", async () => {
    await erase(keys.admin);
    const { body } = await api.get<Single>(userPath(), keys.admin);
    expect(body.data).toMatchObject({ name: erasedName, status: "DELETED", employeeId: null, labels: [] });
    const leave = await api.get<Single>(`/v2/leaves/${encodeId("leave", leaveId)}`, keys.admin);
    expect(leave.body.data).toMatchObject({ reason: null, statusReason: null });
    const events = await api.get<Listed>("/v2/events", keys.admin);
    expect(JSON.stringify(events.body)).not.toMatch(/canary/i);
    expect(await services.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  });

  it("409 for another administrator while it runs", async () => {
    const second = await makePerson(services, workspace, { isAdmin: true });
    await erase(keys.admin);
    await expect(startErasure(await as(services, second), person.id)).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("continues when the administrator who started it is deactivated", async () => {
    const second = await makePerson(services, workspace, { isAdmin: true });
    const id = await startErasure(await as(services, second), person.id);
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, second.id));
    await carriedOut(services);
    const [row] = await services.db.select().from(operations).where(eq(operations.id, id));
    expect(row?.status).toBe("SUCCEEDED");
    expect(await columnsWith(canary, workspace.id)).toEqual([]);
  });

  it("409 for an active person, and nothing changes", async () => {
    const { user } = workspace.people;
    const { status, body } = await erase(keys.admin, user);
    expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
    const [row] = await services.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ name: user.name, status: "ACTIVE" });
  });

  it.each(["locationAdmin", "approver", "user"] as const)("403 for %s", async (role) => {
    expect((await erase(keys[role])).status).toBe(403);
    const [row] = await services.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.name).toBe(canaryName);
  });
});

describe("the page", () => {
  it("shows administrators, and no one else, what an erasure would do, and starts it as an operation", async () => {
    const userId = encodeId("user", person.id);
    const caller = await signedInCaller(services, workspace.people.admin);
    expect(await caller.personalData.possessions({ userId })).toMatchObject({
      keyCount: 1,
      recipientCount: 3,
    });
    const attempt = "0".repeat(32);
    const { operationId } = await caller.personalData.erase({ attempt, userId });
    expect(await caller.personalData.erase({ attempt, userId })).toEqual({ operationId });
    await carriedOut(services);
    expect(await caller.operations.get({ id: operationId })).toMatchObject({ status: "SUCCEEDED" });
    const other = await signedInCaller(services, workspace.people.locationAdmin);
    await expect(other.personalData.possessions({ userId })).rejects.toThrow();
    await expect(other.personalData.erase({ attempt, userId })).rejects.toThrow();
  });
});

describe("work in steps", () => {
  const standing = async (id: string) => {
    const [row] = await services.db.select().from(operations).where(eq(operations.id, id));
    if (!row) throw new Error("no such operation");
    return row;
  };

  it("reports progress in rows, and searches each place a few rows at a time", async () => {
    await plantRequests(400);
    const id = await startAsleep();
    const begun = await inStep();
    if (!begun.progress) throw new Error("it ended before it began");
    const { done, total } = begun.progress;
    expect(done).toBe(0);
    expect(total).toBeGreaterThan(400);
    const seen = [0];
    for (;;) {
      const step = await inStep();
      if ("result" in step) break;
      seen.push(step.progress.done);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeGreaterThan(400);
    expect(seen.at(-1)).toBeLessThanOrEqual(total);
    expect((await standing(id)).status).toBe("PENDING");
  });

  it("locks rows only within a step: a bounded number each, whatever the size of the log", async () => {
    await plantRequests(1200);
    await startAsleep();
    let most = 0;
    for (;;) {
      const isOver = await services.db.transaction(async (tx) => {
        const step = await resumeErasure(
          { ...systemContext(services), db: tx, workspaceId: workspace.id },
          person.id,
        );
        const [row] = await tx.execute<{ count: number }>(
          sql`select count(*)::int as count from request_log where xmax::text = pg_current_xact_id()::text or xmin::text = pg_current_xact_id()::text`,
        );
        most = Math.max(most, row?.count ?? 0);
        return "result" in step;
      });
      if (isOver) break;
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(500);
  });

  it("after a crash in the middle another process resumes it, and it ends once", async () => {
    await plantRequests(1200);
    const id = await startAsleep();
    let steps = 0;
    const engine = new Engine(services, {
      ...operationWork(),
      async perform(_, item, hold) {
        for (; steps < 4; steps++) await takeStep(services, item.operation, hold);
        return new Promise<never>(() => undefined);
      },
    });
    engine.wake();
    await expect.poll(() => steps, { timeout: 20_000 }).toBe(4);
    const half = await standing(id);
    expect([half.status, half.progress?.done]).toEqual(["PENDING", expect.any(Number)]);
    await expireWorkerLease(services, workspace.id);
    await carriedOut(services);
    expect(await standing(id)).toMatchObject({ status: "SUCCEEDED" });
    expect(await columnsWith(canary, workspace.id)).toEqual([]);
    const left = await services.db.$count(erasures, eq(erasures.workspaceId, workspace.id));
    expect(left).toBe(0);
    await engine.stop(0);
  });

  it("resumes where it stopped after its operation has failed", async () => {
    const id = await startAsleep();
    await inStep();
    await services.db
      .update(operations)
      .set({ status: "FAILED", completedAt: testNow })
      .where(eq(operations.id, id));
    const renewed = await startErasure(admin, person.id);
    expect(renewed).not.toBe(id);
    await carriedOut(services);
    expect(await standing(renewed)).toMatchObject({ status: "SUCCEEDED" });
    expect(await columnsWith(canary, workspace.id)).toEqual([]);
  });
});

/** Without a worker to carry it out. */
const startAsleep = () =>
  services.db.transaction((tx) => startErasure({ ...admin, db: tx, afterCommit: [] }, person.id));

const inStep = () =>
  services.db.transaction((tx) =>
    resumeErasure({ ...systemContext(services), db: tx, workspaceId: workspace.id }, person.id),
  );

/** Requests of the person themselves. */
async function plantRequests(count: number) {
  const one = { at: testNow, api: "v2", method: "GET", path: "/v2/users", status: 200, durationUs: 1 };
  const rows = Array.from({ length: count }, () => ({
    ...{ ...one, workspaceId: workspace.id, requestId: newRequestId(), ownerId: person.id },
    query: canary,
  }));
  await services.db.insert(requestLog).values(rows);
}
