import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { credentials } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId } from "@/server/kernel/ids";
import { verifyPassword } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { createWorkspace } from "@/server/modules/workspace/settings/create";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { createUserByOperator } from "./create-by-operator";
import { findPersonAnywhere } from "./find-person-anywhere";
import type { OperatorUserCreate } from "./schema";

const password = "correct horse battery";
let services: Services;
let workspace: TestWorkspace;
let operator: Ctx;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
  operator = await loadOperator(services, workspace.id);
});
afterAll(() => services.close());

const person = (more: Partial<OperatorUserCreate> = {}): OperatorUserCreate => ({
  name: "New Person",
  email: `${newId()}@example.com`,
  role: "USER",
  locations: [],
  departments: [],
  ...more,
});
const roleOf = async (id: string) =>
  (await loadActor(services.db, workspace.id, id, { type: "operator" }))?.role;

it("a new workspace has a first administrator who can sign in, and a default location and department", async () => {
  const admin = { name: "Ada", email: "ada@new.example", password };
  const made = await createWorkspace(services, { name: "New", plan: "CORE", admin });
  const actor = await loadActor(services.db, made.workspace.id, made.admin.id, { type: "operator" });
  expect(actor).toMatchObject({ role: "ADMIN", plan: "CORE" });
  const [stored] = await services.db.select().from(credentials).where(eq(credentials.userId, made.admin.id));
  expect(await verifyPassword(stored?.passwordHash ?? null, password)).toBe(true);
  const browser = { ip: "203.0.113.40", userAgent: null };
  const entered = await signInWithPassword(services, { email: admin.email, password }, browser);
  expect(entered).toMatchObject({ ok: true, person: { userId: made.admin.id } });
});

it("a workspace is rolled back when its administrator cannot be created", async () => {
  const before = await services.db.select().from(workspaces);
  const admin = { name: "A\u0000da", email: "nul@new.example", password };
  await expect(createWorkspace(services, { name: "Half", plan: "CORE", admin })).rejects.toThrow();
  expect(await services.db.select().from(workspaces)).toHaveLength(before.length);
});

it("each role follows from the given places; the first place is the person's own", async () => {
  const { north, south } = workspace.locations;
  const { sales, platform } = workspace.departments;
  const manager = await createUserByOperator(
    operator,
    person({ role: "LOCATION_ADMIN", locations: [south, north, south] }),
  );
  const approver = await createUserByOperator(
    operator,
    person({ role: "APPROVER", departments: [platform, sales] }),
  );
  const user = await createUserByOperator(operator, person({ locations: [north], departments: [sales] }));
  expect(await roleOf(manager.id)).toBe("LOCATION_ADMIN");
  expect(manager.locationId).toBe(south);
  expect(await roleOf(approver.id)).toBe("APPROVER");
  expect(approver.departmentId).toBe(platform);
  expect(await roleOf(user.id)).toBe("USER");
  expect(user).toMatchObject({ locationId: north, departmentId: sales });
});

it("without places, a location admin and an approver get the default ones", async () => {
  const manager = await createUserByOperator(operator, person({ role: "LOCATION_ADMIN" }));
  const approver = await createUserByOperator(operator, person({ role: "APPROVER" }));
  expect([await roleOf(manager.id), await roleOf(approver.id)]).toEqual(["LOCATION_ADMIN", "APPROVER"]);
});

it.each([
  ["locations", "two of them for a user", { locations: [newId(), newId()] }],
  [
    "departments",
    "two of them for a location admin",
    { role: "LOCATION_ADMIN", departments: [newId(), newId()] },
  ],
  ["locations", "an unknown location", { locations: [newId()] }],
] satisfies [string, string, Partial<OperatorUserCreate>][])("400 %s: %s", async (path, _, more) => {
  await expect(createUserByOperator(operator, person(more))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    more: { details: { fields: [{ path }] } },
  });
});

it("409 a taken address, case-insensitively", async () => {
  const email = `${newId()}@example.com`;
  const both = await Promise.allSettled([
    createUserByOperator(operator, person({ email })),
    createUserByOperator(operator, person({ email: email.toUpperCase() })),
  ]);
  const refused = both.filter((result) => result.status === "rejected");
  expect(refused.map((result) => result.reason.code)).toEqual(["CONFLICT"]);
});

it("404 an unknown workspace or person; 409 an address known in two workspaces", async () => {
  await expect(loadOperator(services, newId())).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  await expect(findPersonAnywhere(services, "nobody@example.com")).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
  const other = await loadOperator(services, (await makeWorkspace(services)).id);
  const email = `${newId()}@example.com`;
  const { id } = await createUserByOperator(operator, person({ email }));
  expect(await findPersonAnywhere(services, email.toUpperCase())).toEqual({
    workspaceId: workspace.id,
    userId: id,
  });
  await createUserByOperator(other, person({ email }));
  await expect(findPersonAnywhere(services, email)).rejects.toMatchObject({ code: "CONFLICT" });
});
