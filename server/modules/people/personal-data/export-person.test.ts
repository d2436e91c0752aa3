import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { handlePersonalData } from "@/server/api/handle-personal-data";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { canaryEmail, canaryName, free, makeCanary } from "@/server/test/canary-kit";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import type { Section } from "./read-sections";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let person: TestPerson;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  ({ person } = await makeCanary(services, workspace));
});
afterAll(() => services.close());

const url = () => `/v2/users/${encodeId("user", person.id)}/personal-data`;
const sectionsOf = (sections: readonly Section[]) =>
  Object.fromEntries(sections.map(({ name, rows }) => [name, rows]));

describe("GET /v2/users/{id}/personal-data", () => {
  it("200 with all sections, and a line in the audit log", async () => {
    const { status, body } = await api.get<Single<{ sections: Section[] }>>(url(), keys.admin);
    expect(status).toBe(200);
    const { profile, leaves, sessions, signInAccounts, apiKeys, mails, changes, pushDevices } = sectionsOf(
      body.data.sections,
    );
    expect(profile).toMatchObject([
      {
        name: canaryName,
        email: canaryEmail,
        birthday: "1980-02-29",
        employeeId: "canary-7",
        timeZone: free,
      },
    ]);
    expect(leaves).toMatchObject([{ reason: free, startDate: "2026-11-30" }, { statusReason: free }]);
    expect(sessions).toMatchObject([{ ip: free, lastSeenAt: "2026-11-20T12:00:00.000Z" }]);
    expect(signInAccounts).toMatchObject([{ subject: free }, { subject: free }]);
    expect(apiKeys).toMatchObject([{ name: `Key of ${canaryName}` }]);
    expect(mails).toMatchObject([
      { kind: "leave_decided" },
      { kind: "notification", status: "sent" },
      { kind: "push_decided" },
    ]);
    expect(pushDevices).toMatchObject([{ endpoint: free, userAgent: free }]);
    expect(changes).toMatchObject([{ action: "user.update", changes: { name: { to: canaryName } } }]);
    const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.action, "user.export"));
    expect(lines).toMatchObject([{ resourceId: person.id, actingUserId: workspace.people.admin.id }]);
  });

  it("contains nothing about anyone else", async () => {
    const { user: uma } = workspace.people;
    const { text } = await api.get(`/v2/users/${encodeId("user", uma.id)}/personal-data`, keys.admin);
    expect(text).toContain(uma.name);
    expect(text.toLowerCase()).not.toContain("canary");
  });

  it.each(["locationAdmin", "approver", "user"] as const)("403 for %s", async (role) => {
    expect((await api.get<Refused>(url(), keys[role])).status).toBe(403);
  });

  it("403 for a key without the scope to read leave", async () => {
    const key = await makeKey(services, {
      ...{ workspaceId: workspace.id, ownerId: workspace.people.admin.id },
      scopes: ["users:read"],
    });
    const { status, body } = await api.get<Refused>(url(), key);
    expect([status, body.error.details?.requiredScopes]).toEqual([403, ["leaves:read"]]);
  });
});

describe("the file", () => {
  const download = async (by: TestPerson, id = encodeId("user", person.id)) => {
    const { actor } = await as(services, by);
    const workspaceFacts = { name: "", plan: actor.plan, openApiEnabled: true };
    return handlePersonalData(services, id, {
      ...{ actor: { ...actor, userId: by.id }, workspace: workspaceFacts, sessionId: by.id },
      user: { id: by.id, name: by.name, email: "" },
    });
  };

  it("200 a ZIP of JSON, and a CSV of each section with rows", async () => {
    const answer = await download(workspace.people.admin);
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="personal-data-2026-11-20.zip"',
    );
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    const { sections } = JSON.parse(text("personal-data.json")) as { sections: Section[] };
    const filled = sections.filter(({ rows }) => rows.length > 0).map(({ name }) => `${name}.csv`);
    expect(Object.keys(files).sort()).toEqual(["personal-data.json", ...filled].sort());
    expect(text("profile.csv")).toContain('"Quenby ""Q"" Canary-Ilić"');
  });

  it("403 unless the caller is an administrator, 404 for an unknown person", async () => {
    expect((await download(workspace.people.locationAdmin)).status).toBe(403);
    expect((await download(workspace.people.admin, "user-nonsense")).status).toBe(404);
  });
});
