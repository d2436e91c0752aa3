import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { freshDatabase } from "@/server/test/database";
import { makeWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { createFirstWorkspace, createWorkspace } from "./create";
import type { FirstWorkspace } from "./schema";
import { isSetupLinkGood, issueSetupLink, setupLinkLifeMs } from "./setup-link";

let services: Services;
const clock = standingClock();
beforeEach(async () => {
  services = await testServices({ clock }, { DATABASE_URL: await freshDatabase() });
});
afterEach(() => services.close());

const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

const company = (name = "Kovač & Lind"): FirstWorkspace => ({
  name,
  timezone: "Europe/Belgrade",
  admin: { name: "Ada Perić", email: `${newId()}@example.com`, password: "correct horse battery" },
});
const link = async (): Promise<string> => (await issueSetupLink(services)) ?? expect.fail("no link");

describe("the link of an empty database", () => {
  it("creates one workspace from 20 concurrent uses of three links, with its administrator and default places", async () => {
    const links = [await link(), await link(), await link()];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => createFirstWorkspace(services, links[at % 3] ?? "", company())),
    );
    const [first, ...more] = made.filter((result) => result !== null);
    expect(more).toEqual([]);
    expect(first?.workspace).toMatchObject({ name: "Kovač & Lind", plan: "COMPLETE", setUpAt: null });
    expect(first?.admin).toMatchObject({ name: "Ada Perić", isAdmin: true });
    expect(await services.db.select({ id: workspaces.id }).from(workspaces)).toHaveLength(1);
    for (const token of links) expect(await isSetupLinkGood(services, token)).toBe(false);
    expect(await issueSetupLink(services)).toBeNull();
  });

  it("expires after a day", async () => {
    const token = await link();
    clock.pass(setupLinkLifeMs);
    expect(await isSetupLinkGood(services, token)).toBe(false);
    expect(await createFirstWorkspace(services, token, company())).toBeNull();
  });

  it("expires once the operator has created a workspace, also concurrently", async () => {
    const token = await link();
    const [, second] = await Promise.all([
      createWorkspace(services, { ...company(), plan: "FREE" }),
      createFirstWorkspace(services, token, company()),
    ]);
    // Whichever commits first, a link never creates the second workspace.
    const names = await services.db.select({ id: workspaces.id }).from(workspaces);
    expect(names).toHaveLength(second === null ? 1 : 2);
    expect(await createFirstWorkspace(services, token, company())).toBeNull();
  });

  it("ignores an unknown token", async () => {
    await link();
    expect(await createFirstWorkspace(services, "made-up", company())).toBeNull();
  });
});

describe("setup progress", () => {
  it("counts the workspace's records, until an administrator ends the setup, once", async () => {
    const { workspace, admin } = await createWorkspace(services, { ...company(), plan: "FREE" });
    const caller = (await signedInCaller(services, { ...admin, workspaceId: workspace.id, leaveTypeId: "" }))
      .workspace;
    const empty = { locations: 1, holidays: 0, leaveTypes: 0, people: 1, opened: 0, hasLeave: false };
    expect(await caller.setup()).toEqual({ ...empty, departmentsWithoutApprover: 1, approvers: 0 });
    await Promise.all([caller.endSetup(), caller.endSetup()]);
    expect(await caller.setup()).toBeNull();
    const changed = await services.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "workspace.update")));
    expect(changed).toEqual([{ changes: { isSetUp: { from: false, to: true } } }]);
  });

  it("403 unless the caller is an administrator", async () => {
    const { people } = await makeWorkspace(services);
    const caller = (await signedInCaller(services, people.user)).workspace;
    await expect(caller.setup()).rejects.toEqual(refusal("FORBIDDEN"));
    await expect(caller.endSetup()).rejects.toEqual(refusal("FORBIDDEN"));
  });

  it("a complete workspace has everything for a first request", async () => {
    const { people } = await makeWorkspace(services);
    const caller = (await signedInCaller(services, people.admin)).workspace;
    const found = await caller.setup();
    if (!found) return expect.fail("it was over");
    expect(found.leaveTypes).toBeGreaterThan(0);
    expect(found.people).toBeGreaterThan(1);
    expect(found.approvers).toBeGreaterThan(0);
  });
});
