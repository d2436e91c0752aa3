import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { createNotification } from "@/server/modules/integrations/notifications/create";
import { NotificationCreate } from "@/server/modules/integrations/notifications/schema";
import { createReport } from "@/server/modules/integrations/reports/create";
import { ScheduledReportCreate } from "@/server/modules/integrations/reports/schema";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { daily } from "@/server/test/notification-kit";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";

interface Occurrence {
  id: string;
  localDate: string;
  status: string;
  destinations: { address: string; status: string; error: string | null }[];
  recipients: { address: string; status: string; error: string | null }[];
}

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

type Of = { notificationId: string } | { reportId: string };

/** An occurrence of a day, with dispatches to two addresses. */
async function makeOccurrence(of: Of, localDate: string): Promise<string> {
  const id = newId();
  const common = { workspaceId: workspace.id, createdAt: clock() };
  await services.db.insert(occurrences).values({
    ...{ ...common, ...of, id, localDate, status: "partly_sent" as const },
    dueAt: clock(),
    sentAt: clock(),
    content: { text: "nobody's business" },
  });
  for (const [position, failed] of [false, true].entries())
    await services.db.insert(dispatches).values({
      ...{ workspaceId: workspace.id, id: newId(), occurrenceId: id, position, platform: "email" as const },
      address: `${position}@example.com`,
      status: failed ? ("failed" as const) : ("sent" as const),
      error: failed ? ("REFUSED" as const) : null,
      providerId: "provider-1",
    });
  return encodeId("occurrence", id);
}

const notificationOf = async (person: TestPerson) =>
  (await createNotification(await as(services, person), validate(NotificationCreate, daily))).id;
const reportOf = async (person: TestPerson, more: object = {}) =>
  (
    await createReport(
      await as(services, person),
      validate(ScheduledReportCreate, { ...dailyReport, ...more }),
    )
  ).id;
const notificationPath = (id: string) => `/v2/notifications/${encodeId("notification", id)}/occurrences`;
const reportPath = (id: string) => `/v2/scheduled-reports/${encodeId("report", id)}/occurrences`;
const read = async (url: string, key: TestKey) => (await api.get<Listed<Occurrence>>(url, key)).body;

describe("of a notification", () => {
  it("200 newest first, a page at a time, with the status for each destination", async () => {
    const id = await notificationOf(workspace.people.approver);
    const made: string[] = [];
    for (const date of ["2026-11-16", "2026-11-17", "2026-11-18"])
      made.unshift(await makeOccurrence({ notificationId: id }, date));
    const first = await read(`${notificationPath(id)}?limit=2`, keys.approver);
    const rest = await read(`${notificationPath(id)}?limit=2&nextToken=${first.nextToken}`, keys.approver);
    expect([...first.data, ...rest.data].map((one) => one.id)).toEqual(made);
    expect(rest.nextToken).toBeUndefined();
    expect(first.data[0]).toMatchObject({
      localDate: "2026-11-18",
      status: "partly_sent",
      destinations: [
        { address: "0@example.com", status: "sent", error: null },
        { address: "1@example.com", status: "failed", error: "REFUSED" },
      ],
    });
    expect(JSON.stringify(first)).not.toMatch(/nobody's business|provider-1/);
  });

  it("200 for its owner and administrators, 404 for every other role", async () => {
    for (const owner of ["admin", "locationAdmin", "approver"] as const) {
      const id = await notificationOf(workspace.people[owner]);
      for (const role of testRoles) {
        const { status } = await api.get(notificationPath(id), keys[role]);
        expect([owner, role, status]).toEqual([owner, role, role === owner || role === "admin" ? 200 : 404]);
      }
    }
  });

  it("403 without notifications:read, 400 a limit that is too high, 404 another workspace's", async () => {
    const id = await notificationOf(workspace.people.admin);
    const ownerId = workspace.people.admin.id;
    const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
    const refused = await api.get<Refused>(notificationPath(id), key);
    expect([refused.status, refused.body.error.details?.requiredScopes]).toEqual([
      403,
      ["notifications:read"],
    ]);
    expect((await api.get(`${notificationPath(id)}?limit=101`, keys.admin)).status).toBe(400);
    const other = await makeWorkspace(services);
    const stranger = await makeKey(services, { workspaceId: other.id, ownerId: other.people.admin.id });
    expect((await api.get(notificationPath(id), stranger)).status).toBe(404);
  });
});

describe("of a scheduled report", () => {
  it("200 with the status for each recipient", async () => {
    const id = await reportOf(workspace.people.admin);
    const made = await makeOccurrence({ reportId: id }, "2026-11-18");
    expect((await read(reportPath(id), keys.admin)).data).toMatchObject([
      {
        id: made,
        recipients: [
          { address: "0@example.com", status: "sent" },
          { address: "1@example.com", status: "failed", error: "REFUSED" },
        ],
      },
    ]);
  });

  it("200 for a location admin where it covers only their locations, else 404; 403 for other roles", async () => {
    const everywhere = await reportOf(workspace.people.admin);
    const north = await reportOf(workspace.people.admin, {
      locationIds: [encodeId("location", workspace.locations.north)],
    });
    const statuses = { admin: [200, 200], locationAdmin: [404, 200], approver: [403, 403], user: [403, 403] };
    for (const role of testRoles) {
      const found = [];
      for (const id of [everywhere, north]) found.push((await api.get(reportPath(id), keys[role])).status);
      expect([role, found]).toEqual([role, statuses[role]]);
    }
  });

  it("403 SCHEDULED_REPORTS_NOT_AVAILABLE below the Complete plan", async () => {
    const core = await makeWorkspace(services, { plan: "CORE" });
    const key = await makeKey(services, { workspaceId: core.id, ownerId: core.people.admin.id });
    const { status, body } = await api.get<Refused>(reportPath(newId()), key);
    expect([status, body.error.code]).toEqual([403, "SCHEDULED_REPORTS_NOT_AVAILABLE"]);
  });
});

it("another's occurrences are never included", async () => {
  const [one, two] = [
    await notificationOf(workspace.people.admin),
    await notificationOf(workspace.people.admin),
  ];
  await makeOccurrence({ notificationId: one }, "2026-11-18");
  expect((await read(notificationPath(two), keys.admin)).data).toEqual([]);
  await services.db.delete(occurrences).where(eq(occurrences.workspaceId, workspace.id));
});
