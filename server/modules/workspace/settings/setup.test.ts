import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { departmentApprovers, departments, locations } from "@/drizzle/schema/directory";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createUserByOperator } from "@/server/modules/people/people/create-by-operator";
import { freshDatabase } from "@/server/test/database";
import { makeWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { createFirstWorkspace, createWorkspace } from "./create";
import { operatorIn } from "./operator";
import type { FirstWorkspace } from "./schema";
import { hasWorkspace, isSetupLinkGood, issueSetupLink, setupLinkLifeMs } from "./setup-link";

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
  it("is what the sign-in page says to make, until there is a workspace", async () => {
    expect(await hasWorkspace(services.db)).toBe(false);
    await link();
    expect(await hasWorkspace(services.db)).toBe(false);
    await createFirstWorkspace(services, await link(), company());
    expect(await hasWorkspace(services.db)).toBe(true);
  });

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

  it("its administrator is written to in the language of the page", async () => {
    const made = await createFirstWorkspace(services, await link(), { ...company(), language: "fr" });
    const kept = await services.db
      .select({ userId: mailPreferences.userId, language: mailPreferences.language })
      .from(mailPreferences);
    expect(kept).toEqual([{ userId: made?.admin.id, language: "fr" }]);
  });

  it.each([
    ["de", "Hauptstandort", "Hauptabteilung"],
    ["pt", "Localização principal", "Departamento principal"],
    [undefined, "Main location", "Main department"],
  ] as const)("its first places have names in the language of the page: %s", async (language, ...names) => {
    await createFirstWorkspace(services, await link(), { ...company(), ...(language && { language }) });
    const [[location], [department]] = await Promise.all([
      services.db.select({ name: locations.name }).from(locations),
      services.db.select({ name: departments.name }).from(departments),
    ]);
    expect([location?.name, department?.name]).toEqual(names);
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
    // Administrators decide for administrators.
    expect(await caller.setup()).toEqual({ ...empty, departmentsWithoutApprover: 0, approvers: 0 });
    await Promise.all([caller.endSetup(), caller.endSetup()]);
    expect(await caller.setup()).toBeNull();
    const changed = await services.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "workspace.update")));
    expect(changed).toEqual([{ changes: { isSetUp: { from: false, to: true } } }]);
  });

  it("a department waits for an approver while someone in it has no manager, and decides for no one", async () => {
    const { workspace, admin } = await createWorkspace(services, { ...company(), plan: "FREE" });
    const caller = await signedInCaller(services, { ...admin, workspaceId: workspace.id, leaveTypeId: "" });
    const person = (name: string) =>
      createUserByOperator(operatorIn(services, { id: workspace.id, plan: "FREE" }), {
        ...{ name, email: `${newId()}@example.com`, role: "USER", locations: [], departments: [] },
      });
    const waiting = async () => (await caller.workspace.setup())?.departmentsWithoutApprover;
    const [boss, other] = [await person("Boss"), await person("Other")];
    expect(await waiting()).toBe(1);
    await services.db.update(users).set({ approverId: boss.id }).where(eq(users.id, other.id));
    expect(await waiting()).toBe(0);
    const third = await person("Third");
    expect(await waiting()).toBe(1);
    await services.db
      .insert(departmentApprovers)
      .values({ workspaceId: workspace.id, departmentId: third.departmentId, userId: boss.id });
    expect(await waiting()).toBe(0);
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
