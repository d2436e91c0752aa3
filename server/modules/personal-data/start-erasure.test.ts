import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { notifications } from "@/drizzle/schema/notifications";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/balances/read";
import { openContent } from "@/server/modules/mails/content";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { canary, canaryEmail, canaryName, makeCanary } from "@/server/test/canary-kit";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace, outcomes } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { erasePerson } from "./erase-person";
import { erasedName } from "./policy";

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
const erase = (key: TestKey, of = person) =>
  api.v2<Refused>("POST", `/v2/users/${encodeId("user", of.id)}/erase`, { key });

/**
 * What never holds anything about a person: words of ours, ids, hashes, what is sealed, names of shared things and of apps, and what
 * settings of schedules and places are made of.
 */
const unaffected = new RegExp(
  [
    /^(audit_events\.(action|resource_type|resource_id|via|request_id))$/,
    /^(departments|holidays|integrations|labels|leave_types|legacy_keys|locations|oauth_clients|oauth_refresh_tokens|oauth_signing_keys|queue_looks|quota_warnings|request_error_hours|request_hours|setup_links|throttles|work_leases|work_patterns|workspaces)\./,
    /^(api_keys|calendar_feeds|decision_links|signin_tokens|oauth_codes|webhooks)\.(hash|prefix|last_four|scopes|events|secret|secret_prefix|previous_secret|shown|code_challenge)$/,
    /^oauth_requests\.(scopes|code_challenge|browser_hash)$/,
    /^oauth_grants\.(scopes|revocation_reason)$/,
    /^events\.(message_id|type)$/,
    /^leave_notices\./,
    /^(mail_preferences|user_settings)\.language$/,
    /^mails\.(kind|error|content)$/,
    /^(notifications|scheduled_reports)\.(timezone|locale|group_by|zone_data)$/,
    /^occurrences\.skip_reason$/,
    /^dispatches\.(channel_name|ms_group|provider_id|error)$/,
    // A body goes when its operation has ended.
    /^operations\.(body|method|request_id|scopes|progress)$/,
    /^idempotency_keys\.(fingerprint|headers)$/,
    /^request_log\.(request_id|api|method|endpoint|error_code|key_kind|body_fields)$/,
    /^webhook_deliveries\.(message_id|event_type|error)$/,
    /^webhook_attempts\.(error|request_headers)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Every column of the database that can hold text. */
const textColumns = () =>
  services.db.execute<{ table: string; column: string; isBytes: boolean }>(sql`
    select table_name as "table", column_name as "column", data_type = 'bytea' as "isBytes"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      -- A partition's rows are its table's.
      and not starts_with(table_name, 'request_log_')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or data_type = 'ARRAY' and udt_name in ('_text', '_varchar'))`);

/** The columns in which a word stands anywhere in the database. */
async function columnsWith(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, isBytes } of await textColumns()) {
    const name = sql.identifier(column);
    const text = isBytes ? sql`encode(${name}, 'escape')` : sql`${name}::text`;
    const rows = await services.db.execute(
      sql`select from ${sql.identifier(table)} where lower(${text}) like ${`%${word}%`} limit 1`,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

describe("erasing", () => {
  it("leaves no trace of the person in any column that can hold text", async () => {
    const all = (await textColumns()).map(({ table, column }) => `${table}.${column}`);
    const planted = await columnsWith(canary);
    expect(all.filter((name) => !planted.includes(name) && !unaffected.test(name))).toEqual([]);
    await erasePerson(admin, person.id);
    expect(await columnsWith(canary)).toEqual([]);
    const [row] = await services.db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({
      ...{ name: erasedName, status: "DELETED", erasedAt: testNow, birthday: null, employeeId: null },
      email: `${person.id}@deleted.invalid`,
    });
  });

  it("takes the name out of mails that are sealed, and they are still sent", async () => {
    await erasePerson(admin, person.id);
    const rows = await services.db.select().from(mails).where(eq(mails.workspaceId, workspace.id));
    expect(rows).toMatchObject([{ subject: "Deleted user asks for leave", status: "pending" }]);
    const [row] = rows;
    expect(row?.content && openContent(services.settings, row.id, row.content)).toEqual({
      text: "Deleted user is away",
      html: "<p>Deleted user is away</p>",
    });
  });

  it("deletes the files of the outbox that are to them, or name them, or cannot be searched", async () => {
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
    await services.mailer.send({ ...mail, subject: "Kept" });
    const outbox = path.join(dataDir, "outbox");
    expect(await readdir(outbox)).toHaveLength(5);
    await erasePerson(admin, person.id);
    const [kept = "", ...others] = await readdir(outbox);
    expect(others).toEqual([]);
    expect(await readFile(path.join(outbox, kept), "utf8")).toContain("Subject: Kept");
  });

  it("ends what is theirs, says so, and takes them out of what others send", async () => {
    const { people, departments, locations, id: workspaceId } = workspace;
    await services.db.insert(departmentApprovers).values({
      ...{ workspaceId, departmentId: departments.platform, userId: person.id, level: 1 },
    });
    await services.db
      .insert(locationAdmins)
      .values({ workspaceId, locationId: locations.empty, userId: person.id });
    await makeDelegation(services, people.approver, person);
    await makeLeave(services, people.platformer, { startDate: "2026-12-07", status: "OPEN" });
    const told = await erasePerson(admin, person.id);
    expect(told).toEqual({
      ...{ userId: person.id, erasedAt: testNow },
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
    const [dispatch] = await db.select().from(dispatches).where(eq(dispatches.workspaceId, workspaceId));
    expect(dispatch).toMatchObject({ status: "failed", address: `${person.id}@deleted.invalid` });
    const [occurrence] = await db.select().from(occurrences).where(eq(occurrences.workspaceId, workspaceId));
    expect(occurrence?.status).toBe("failed");
    for (const table of [departmentApprovers, locationAdmins])
      expect(await db.select().from(table).where(eq(table.userId, person.id))).toEqual([]);
  });

  it("keeps what changes did, answers that were given, and what is no trace of them", async () => {
    await erasePerson(admin, person.id);
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
    const [operation] = await db.select().from(operations).where(eq(operations.workspaceId, workspace.id));
    expect(operation?.result?.body).toMatchObject({ data: record });
    const [kept] = await db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.workspaceId, workspace.id));
    expect(JSON.parse(String(kept?.body))).toMatchObject({ data: record });
  });

  it("leaves leave, its days and balances as they were, and everything that shows it answers without a name", async () => {
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
    await erasePerson(admin, person.id);
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
    await erasePerson(admin, person.id);
    expect(await counts()).toEqual(before);
    const [row] = await services.db.select().from(users).where(eq(users.id, namesake.person.id));
    expect(row).toMatchObject({ name: canaryName, email: canaryEmail });
    const [mail] = await services.db
      .select()
      .from(mails)
      .where(and(eq(mails.workspaceId, other.id), eq(mails.recipient, "boss@example.com")));
    expect(mail?.subject).toContain(canaryName);
  });

  it("once: of two at the same moment one is refused", async () => {
    const twice = [erasePerson(admin, person.id), erasePerson(admin, person.id)];
    expect(await outcomes(twice)).toEqual({ ok: 1, CONFLICT: 1 });
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.resourceId, person.id), eq(auditEvents.action, "user.erase")));
    expect(lines).toHaveLength(1);
  });
});

describe("POST /v2/users/{id}/erase", () => {
  it("200 with what became of everything; 409 the second time", async () => {
    const { status, body } = await api.v2<Single>("POST", `${userPath()}/erase`, { key: keys.admin });
    expect([status, body.data.keyCount, body.data.leaveCount]).toEqual([200, 1, 2]);
    expect((await erase(keys.admin)).status).toBe(409);
    expect((await api.v2<Refused>("POST", `${userPath()}/activate`, { key: keys.admin })).status).toBe(409);
  });

  it("409 for somebody who is active, and nothing is changed", async () => {
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
  it("says what erasing would do, to administrators only, and starts it as an operation", async () => {
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
