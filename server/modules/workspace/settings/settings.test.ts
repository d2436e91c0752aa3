import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

const linesOf = (workspaceId: string) =>
  services.db
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspaceId), eq(auditEvents.action, "workspace.update")));

it("by default people of a department see each other, until an administrator changes it; the audit log records the change", async () => {
  const admin = (await signedInCaller(services, workspace.people.admin)).workspace;
  expect(await admin.settings()).toEqual({
    visibility: "DEPARTMENT",
    mailDecisionNeedsSignIn: false,
    teamFeedsAllowed: true,
    aiAppsMayChangeLeave: false,
    auditKeptYears: null,
    erasedLeaveKeptYears: null,
    endedAccessKeptYears: null,
  });
  expect(await admin.updateSettings({ visibility: "LOCATION" })).toMatchObject({ visibility: "LOCATION" });
  expect(await admin.settings()).toMatchObject({ visibility: "LOCATION" });
  await admin.updateSettings({ visibility: "LOCATION" });
  expect(await linesOf(workspace.id)).toEqual([
    { changes: { visibility: { from: "DEPARTMENT", to: "LOCATION" } } },
  ]);
});

it("a setting applies to one workspace only", async () => {
  const other = await makeWorkspace(services);
  const caller = await signedInCaller(services, other.people.admin);
  await caller.workspace.updateSettings({ visibility: "SELF" });
  const admin = (await signedInCaller(services, workspace.people.admin)).workspace;
  expect(await admin.settings()).not.toMatchObject({ visibility: "SELF" });
});

it("FORBIDDEN unless the caller is an administrator", async () => {
  for (const role of ["locationAdmin", "approver", "user"] as const) {
    const { workspace: settings } = await signedInCaller(services, workspace.people[role]);
    await expect(settings.settings()).rejects.toThrow("Only administrators");
    await expect(settings.updateSettings({ visibility: "SELF" })).rejects.toThrow("Only administrators");
  }
});
