import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { departments, holidays, labels, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { ImportResult } from "@/server/modules/workspace/imports/schema";
import { apiClient, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, setPolicy } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";
import { checkUsers, importUsers } from "./import-users";
import { UserImport } from "./schema";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

const tuesdayOff = [0, "FULL_DAY", 0, "FULL_DAY", "FULL_DAY", "FULL_DAY", 0];
const person = (address: string, more: object = {}) => ({
  name: address,
  email: `${address}@example.com`,
  ...more,
});

const importAs = async (member: "admin" | "locationAdmin", body: object) =>
  importUsers(await as(services, workspace.people[member]), UserImport.parse({ mode: "valid", ...body }));
const creating = (rows: object[], create: string[], mode = "valid") =>
  importAs("admin", { mode, rows, create });

const failures = ({ rows }: ImportResult) =>
  rows.map(({ status, errors }) => [status, ...(errors ?? []).map(({ path }) => path).sort()]);
const namesIn = async (table: typeof departments | typeof labels) =>
  (await services.db.select({ name: table.name }).from(table).where(eq(table.workspaceId, workspace.id))).map(
    ({ name }) => name,
  );
const peopleCount = () => services.db.$count(users, eq(users.workspaceId, workspace.id));

it("created with the departments and labels that the rows name, once each whatever their case, with audit lines", async () => {
  const rows = [
    person("a", { department: "Design", labels: ["Nights", "Remote"] }),
    person("b", { department: "DESIGN", labels: ["nights"] }),
    person("c", { department: "De\u0301pot" }),
    person("d", { department: "D\u00e9pot", role: "APPROVER", approvedDepartments: ["Kitchen", "design"] }),
    person("e", { department: "Sales", labels: ["Days"] }),
    person("f", { department: "Faulty", startDate: "2026-02-30" }),
    person("a", { department: "Twice" }),
  ];
  const data = await creating(rows, ["departments", "labels"]);
  expect(failures(data)).toEqual([
    ...Array(5).fill(["created"]),
    ["failed", "startDate"],
    ["failed", "email"],
  ]);
  expect(data.created.departments.toSorted()).toEqual(["Design", "D\u00e9pot", "Kitchen"]);
  expect(data.created.labels.toSorted()).toEqual(["Days", "Nights"]);
  expect(data.missing).toEqual({ departments: [], labels: [], locations: [] });
  expect(await namesIn(departments)).toEqual(expect.arrayContaining(["Design", "D\u00e9pot", "Kitchen"]));
  for (const name of ["Faulty", "Twice"]) expect(await namesIn(departments)).not.toContain(name);
  const lines = await services.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspace.id), like(auditEvents.action, "%.create")));
  const named = lines.map(({ action, changes }) => `${action} ${changes?.name?.to}`);
  expect(named.toSorted()).toEqual([
    "department.create Design",
    "department.create D\u00e9pot",
    "department.create Kitchen",
    "label.create Days",
    "label.create Nights",
  ]);
});

it("created with locations like the default one: settings, policies and public holidays; once by two imports at once", async () => {
  const own = await makeLeaveWorkspace(services, { yearlyQuota: 28, quotaRounding: "UP" });
  const { id: workspaceId } = own;
  const leaveTypeId = own.leaveTypes.vacation;
  const [home] = await services.db
    .select()
    .from(locations)
    .where(and(eq(locations.workspaceId, workspaceId), eq(locations.isDefault, true)));
  if (!home) throw new Error("There is a default location");
  const ofHome = { workspaceId, locationId: home.id };
  await services.db
    .update(locations)
    .set({ timezone: "Asia/Tokyo", workWeek: [1, 2, 3, 4], closedThrough: "2026-09-30" })
    .where(eq(locations.id, home.id));
  await services.db
    .insert(holidays)
    .values({ ...ofHome, id: newId(), date: "2027-03-26", name: "Good Friday", isHalfDay: true });
  await setPolicy(services, own, { locationId: home.id, yearlyQuota: 28, quotaRounding: "UP" });
  const rowsOf = (prefix: string) => [
    person(`${prefix}1`, { location: "Bergen", yearlyDays: 25, daysLeft: 7, workPattern: tuesdayOff }),
    person(`${prefix}2`, { location: "BERGEN" }),
  ];
  const ctx = await as(services, own.people.admin);
  const imported = (prefix: string) =>
    importUsers(
      ctx,
      UserImport.parse({
        mode: "valid",
        rows: rowsOf(prefix),
        create: ["locations"],
        leaveType: encodeId("leaveType", leaveTypeId),
      }),
    );
  const results = await Promise.all([imported("x"), imported("y")]);
  expect(results.flatMap(({ created }) => created.locations).map((name) => name.toLowerCase())).toEqual([
    "bergen",
  ]);
  expect(results.map(failures)).toEqual(Array(2).fill(Array(2).fill(["created"])));
  expect(results.map(({ set }) => set)).toEqual(
    Array(2).fill({ yearlyDays: 1, daysLeft: 1, workPatterns: 1 }),
  );
  const made = await services.db
    .select()
    .from(locations)
    .where(and(eq(locations.workspaceId, workspaceId), like(locations.nameKey, "bergen")));
  expect(made).toMatchObject([
    {
      ...home,
      ...{ id: made[0]?.id, name: made[0]?.name, nameKey: "bergen", isDefault: false },
      timezone: "Asia/Tokyo",
      workWeek: [1, 2, 3, 4],
      closedThrough: null,
      createdAt: expect.any(Date),
    },
  ]);
  const locationId = made[0]?.id ?? "";
  const copyOf = (rows: readonly { locationId: string }[], more: object = {}) =>
    rows.map((row) => ({ ...row, locationId, ...more }));
  const inPlace = <T extends typeof leavePolicies | typeof holidays>(table: T, id: string) =>
    services.db
      .select()
      .from(table as typeof leavePolicies)
      .where(and(eq(table.workspaceId, workspaceId), eq(table.locationId, id)));
  expect(await inPlace(leavePolicies, locationId)).toEqual(copyOf(await inPlace(leavePolicies, home.id)));
  expect(await inPlace(holidays, locationId)).toEqual(
    copyOf(await inPlace(holidays, home.id), { id: expect.any(String) }),
  );
  const people = await services.db
    .select({ locationId: users.locationId })
    .from(users)
    .where(
      and(
        eq(users.workspaceId, workspaceId),
        like(users.email, "%@example.com"),
        eq(users.locationId, locationId),
      ),
    );
  expect(people).toHaveLength(4);
});

it("check: says which names would be created and which are missing, and creates none", async () => {
  const rows = [
    person("a", { department: "Design", labels: ["Nights"] }),
    person("b", { location: "Wien", department: "Elsewhere" }),
    person("c", { labels: ["nights", "Days"], managedLocations: ["WIEN", "Graz"], role: "LOCATION_ADMIN" }),
    person("d", { labels: ["Days"] }),
  ];
  const check = (...create: string[]) => creating(rows, create, "check");
  const nothing = { locations: [], departments: [], labels: [] };
  const all = {
    departments: ["Design", "Elsewhere"],
    labels: ["Nights", "Days"],
    locations: ["Wien", "Graz"],
  };
  expect(await check()).toMatchObject({ skippedCount: 0, created: nothing, missing: all });
  expect(await check("labels")).toMatchObject({
    skippedCount: 1,
    created: { departments: [], labels: ["Days"] },
    missing: { ...all, labels: ["Nights"] },
  });
  expect(await check("departments", "labels")).toMatchObject({
    skippedCount: 2,
    created: { departments: ["Design"], labels: ["Nights", "Days"] },
    missing: { departments: ["Elsewhere"], labels: [], locations: ["Wien", "Graz"] },
  });
  expect(await check("locations", "departments", "labels")).toMatchObject({
    skippedCount: 4,
    created: { ...all, labels: ["Nights", "Days"] },
    missing: { departments: [], labels: [], locations: [] },
  });
  expect(await namesIn(departments)).not.toContain("Design");
  expect(await namesIn(labels)).not.toContain("Days");
});

it("check: a fault that follows from a missing name or another faulty row is told apart", async () => {
  const rows = [
    person("boss", { department: "Design" }),
    person("a", { department: "Sales", approver: "boss@example.com" }),
    person("b", { approver: "nobody@example.com" }),
    person("c", { department: "Design", startDate: "2026-02-30" }),
  ];
  const body = UserImport.parse({ mode: "check", rows });
  const { derived } = await checkUsers(await as(services, workspace.people.admin), body);
  expect(derived).toEqual([
    { row: 0, paths: ["department"] },
    { row: 1, paths: ["approver"] },
    { row: 3, paths: ["department"] },
  ]);
});

it("check: every fault is named at once, also those that hide behind another row or an unreadable cell", async () => {
  const rows = [
    person("boss", { email: "no address" }),
    person("a", { approver: "boss", department: "Design" }),
    person("b", { startDate: "2026-02-30", location: "Wien", daysLeft: -1 }),
    person("b", { name: "Twin" }),
    person("c", { yearlyDays: "many", leaveType: "Unknown" }),
    person("d", { endDate: "2020-01-01", startDate: "2021-01-01", daysLeft: -2 }),
  ];
  const body = UserImport.parse({ mode: "check", rows, create: ["departments"], leaveType: "Vacation" });
  const found = await checkUsers(await as(services, workspace.people.admin), body);
  expect(failures(found)).toEqual([
    ["failed", "email"],
    ["failed", "approver"],
    ["failed", "daysLeft", "location", "startDate"],
    ["skipped"],
    ["failed", "leaveType", "yearlyDays"],
    ["failed", "daysLeft", "endDate"],
  ]);
  expect(found.derived.find(({ row }) => row === 1)).toEqual({ row: 1, paths: ["department", "approver"] });
  // It can be imported as long as the other one can't.
  expect(found.twins).toEqual([{ row: 3, of: 2 }]);
});

it("all: a faulty row creates nothing; a row of a created department takes its address from later rows", async () => {
  const rows = [person("a", { department: "Design" }), person("a"), person("b", { department: "Field" })];
  const data = await creating(rows, ["departments"], "all");
  expect(failures(data)).toEqual([["skipped"], ["failed", "email"], ["skipped"]]);
  expect(data.created).toEqual({ locations: [], departments: [], labels: [] });
  expect(await namesIn(departments)).not.toContain("Design");
});

it("a name with hidden characters and an unknown ID are no new names", async () => {
  const unknown = encodeId("department", workspace.id);
  const rows = [person("a", { department: "De\u200bsign" }), person("b", { department: unknown })];
  const data = await creating(rows, ["departments"]);
  expect(data.rows.map(({ errors }) => errors?.[0]?.message)).toEqual([
    "Must not contain hidden characters.",
    "Must be a department you can access.",
  ]);
});

it("400 more than 100 new names of a kind: another column was taken for them", async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => person(`p${at}`, { department: `Team ${at}` }));
  const fault = { path: "create", message: "Would create 101 departments. An import creates at most 100." };
  for (const mode of ["check", "valid", "all"])
    await expect(creating(rows(101), ["departments"], mode)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      more: { details: { fields: [fault] } },
    });
  expect(await peopleCount()).toBe(8);
  expect((await creating(rows(100), ["departments"])).created.departments).toHaveLength(100);
});

it("403 for a location admin, who may not create a single one either", async () => {
  for (const create of [["departments"], ["labels"]])
    for (const mode of ["check", "valid"])
      await expect(
        importAs("locationAdmin", { mode, rows: [person("a", { department: "Design" })], create }),
      ).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await namesIn(departments)).not.toContain("Design");
});

it("403 INSUFFICIENT_SCOPE for a key that may not create a single one", async () => {
  const api = apiClient(services);
  const owner = { workspaceId: workspace.id, ownerId: workspace.people.admin.id };
  const scopes = ["users:write", "labels:write"] as const;
  const key: TestKey = await makeKey(services, { ...owner, scopes });
  const rows = [person("a", { department: "Design", labels: ["Nights"] })];
  const operation = async (create: string[]) => {
    const json = { mode: "valid", rows, create };
    const accepted = await api.v2<{ operation: { url: string } }>("POST", "/v2/users/import", { key, json });
    await carriedOut(services);
    return (await api.get<Single>(accepted.body.operation.url, key)).body.data;
  };
  expect(await operation(["departments", "labels"])).toMatchObject({
    status: "FAILED",
    error: { code: "INSUFFICIENT_SCOPE", details: { requiredScopes: ["departments:write"] } },
  });
  expect(await operation(["labels"])).toMatchObject({ status: "SUCCEEDED" });
  expect(await namesIn(departments)).not.toContain("Design");
});

it("imports at once that name the same departments and labels create each of them once", async () => {
  const ctx = await as(services, workspace.people.admin);
  const names = ["Design", "Field", "Kitchen", "Ops", "Tools"];
  const spelled = [(name: string) => name, (name: string) => name.toUpperCase()];
  const rowsOf = (one: number) =>
    (one % 2 ? names : names.toReversed()).map((name) => {
      const spelling = spelled[one % 2]?.(name) ?? name;
      return person(`${one}-${name}`, { department: spelling, labels: [spelling] });
    });
  const imports = Array.from({ length: 8 }, (_, one) =>
    importUsers(ctx, {
      mode: one % 3 ? "valid" : "all",
      rows: rowsOf(one),
      create: ["departments", "labels"],
    }),
  );
  const results = await Promise.all(imports);
  for (const result of results) expect(result).toMatchObject({ createdCount: 5, failedCount: 0 });
  for (const kind of ["departments", "labels"] as const) {
    const created = results.flatMap((result) => result.created[kind]);
    expect(created.map((name) => name.toLowerCase()).toSorted()).toEqual(
      names.map((name) => name.toLowerCase()),
    );
  }
  const present = [...(await namesIn(departments)), ...(await namesIn(labels))].map((name) =>
    name.toLowerCase(),
  );
  for (const name of names) expect(present.filter((one) => one === name.toLowerCase())).toHaveLength(2);
});
