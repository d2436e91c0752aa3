import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { users } from "@/drizzle/schema/people";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { ImportResult } from "@/server/modules/workspace/imports/schema";
import {
  type ApiAnswer,
  type ApiRequest,
  apiClient,
  type Refused,
  type Single,
} from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { testServices } from "@/server/test/services";

interface Operation {
  status: string;
  progress: { done: number; total: number } | null;
  result: { status: number; body: Single<ImportResult> } | null;
  error: Refused["error"] | null;
}
type Accepted = ApiAnswer<{ operation: { url: string } }>;

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const send = (json: unknown, given: ApiRequest = {}): Promise<Accepted> =>
  api.v2("POST", "/v2/users/import", { key: keys.admin, json, ...given });

async function operationOf(accepted: Accepted, key = keys.admin): Promise<Operation> {
  expect(accepted.status).toBe(202);
  for (let tries = 0; tries < 200; tries++) {
    await carriedOut(services);
    const { body } = await api.get<Single<Operation>>(accepted.body.operation.url, key);
    if (body.data.status !== "PENDING") return body.data;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the import never ended");
}

async function importRows(rows: unknown[], mode = "valid", key = keys.admin): Promise<ImportResult> {
  const operation = await operationOf(await send({ mode, rows }, { key }), key);
  if (!operation.result) throw new Error(JSON.stringify(operation.error));
  expect(operation.result.status).toBe(200);
  return operation.result.body.data;
}

const peopleCount = async () =>
  (await services.db.select().from(users).where(eq(users.workspaceId, workspace.id))).length;
const failures = (result: ImportResult) =>
  result.rows.map(({ status, errors }) => [status, ...(errors ?? []).map(({ path }) => path).sort()]);

const good = { name: "Gia Good", email: "gia@example.com" };

it("created with places and labels by name or id, with one event each", async () => {
  const result = await importRows([
    good,
    {
      name: "Hal Here",
      email: "hal@example.com",
      location: "South",
      department: encodeId("department", workspace.departments.sales),
      labels: ["Remote", "Remote", encodeId("label", workspace.labels.unused)],
      employeeId: "7",
      startDate: "2020-02-29",
      birthday: "1990-01-01",
    },
  ]);
  expect(result).toMatchObject({ mode: "valid", createdCount: 2, failedCount: 0, skippedCount: 0 });
  const hal = await api.get<Single>(`/v2/users/${result.rows[1]?.id}`, keys.admin);
  expect(hal.body.data).toMatchObject({
    status: "ACTIVE",
    locationId: encodeId("location", workspace.locations.south),
    departmentId: encodeId("department", workspace.departments.sales),
    labels: ["Remote", "Unused"],
    employeeId: "7",
    startDate: "2020-02-29",
  });
  const created = await services.db
    .select()
    .from(events)
    .where(and(eq(events.workspaceId, workspace.id), eq(events.type, "user.created")));
  expect(created.map(({ subjectUserId }) => encodeId("user", subjectUserId)).sort()).toEqual(
    result.rows.map(({ id }) => id).sort(),
  );
});

it("created with managers by name, where one person has it; a fault where several have", async () => {
  const { user } = workspace.people;
  await services.db.update(users).set({ name: "Uma Unique" }).where(eq(users.id, user.id));
  const row = (name: string, approver?: string) => ({
    ...{ name, email: `${name.replace(" ", "-")}@example.com` },
    ...(approver && { approver }),
  });
  const result = await importRows([
    row("Greta Lead"),
    row("Hans One", "uma unique"),
    row("Ida Two", "Greta Lead"),
    row("Twin Same"),
    { ...row("Twin Same"), email: "twin-2@example.com" },
    row("Jon Three", "Twin Same"),
    row("Kay Four", "No One"),
  ]);
  expect(failures(result)).toEqual([
    ["created"],
    ["created"],
    ["created"],
    ["created"],
    ["created"],
    ["failed", "approver"],
    ["failed", "approver"],
  ]);
  expect(result.rows[5]?.errors?.map(({ message }) => message)).toEqual([
    "Several people have this name. Use the email address.",
  ]);
  const managerOf = async (at: number) =>
    (await api.get<Single>(`/v2/users/${result.rows[at]?.id}`, keys.admin)).body.data.approverId;
  expect([await managerOf(1), await managerOf(2)]).toEqual([encodeId("user", user.id), result.rows[0]?.id]);
});

it("created with managers: by address, by id, and from another row; a fault where there is none", async () => {
  const { user, inactive } = workspace.people;
  const row = (name: string, approver: string) => ({ name, email: `${name}@example.com`, approver });
  const result = await importRows([
    row("ann", `user-${user.id}`),
    row("bob", "CARL@example.com"),
    row("carl", "ann@example.com"),
    row("dora", "dora@example.com"),
    row("emil", encodeId("user", inactive.id)),
    row("fritz", "emil@example.com"),
  ]);
  expect(failures(result)).toEqual([
    ["created"],
    ["created"],
    ["created"],
    ["failed", "approver"],
    ["failed", "approver"],
    // Its manager's row has a fault.
    ["failed", "approver"],
  ]);
  const managerOf = async (at: number) =>
    (await api.get<Single>(`/v2/users/${result.rows[at]?.id}`, keys.admin)).body.data.approverId;
  expect([await managerOf(0), await managerOf(1), await managerOf(2)]).toEqual([
    encodeId("user", user.id),
    result.rows[2]?.id,
    result.rows[0]?.id,
  ]);
});

it("created with roles and their places; only administrators may assign roles", async () => {
  const rows = [
    { ...good, role: "ADMIN" },
    { name: "Ann", email: "ann@example.com", role: "APPROVER", approvedDepartments: ["Sales", "sales"] },
    { name: "Loc", email: "loc@example.com", role: "LOCATION_ADMIN", managedLocations: ["South"] },
    { name: "Use", email: "use@example.com", role: "USER" },
    { name: "No1", email: "no1@example.com", role: "APPROVER" },
    { name: "No2", email: "no2@example.com", approvedDepartments: ["Nowhere"] },
    { name: "No3", email: "no3@example.com", role: "Boss", language: "tlh" },
  ];
  const result = await importRows(rows);
  expect(failures(result)).toEqual([
    ...Array(4).fill(["created"]),
    ["failed", "approvedDepartments"],
    ["failed", "approvedDepartments", "approvedDepartments.0"],
    ["failed", "language", "role"],
  ]);
  const idOf = (at: number) => decodeId("user", result.rows[at]?.id ?? "") ?? "";
  const [approver] = await services.db
    .select()
    .from(departmentApprovers)
    .where(eq(departmentApprovers.userId, idOf(1)));
  expect(approver).toMatchObject({ departmentId: workspace.departments.sales, level: 1 });
  const [manager] = await services.db
    .select()
    .from(locationAdmins)
    .where(eq(locationAdmins.userId, idOf(2)));
  expect(manager).toMatchObject({ locationId: workspace.locations.south });
  const [administrator] = await services.db
    .select()
    .from(users)
    .where(eq(users.id, idOf(0)));
  expect(administrator?.isAdmin).toBe(true);

  const again = rows.slice(0, 4).map((row) => ({ ...row, email: `again-${row.email}` }));
  const byLocationAdmin = await importRows(again, "valid", keys.locationAdmin);
  expect(failures(byLocationAdmin).map(([status, ...paths]) => [status, paths.includes("role")])).toEqual([
    ["failed", true],
    ["failed", true],
    ["failed", true],
    [byLocationAdmin.rows[3]?.status, false],
  ]);
});

it("a name matches case-insensitively: no other department can have it", async () => {
  const make = (name: string) => api.v2("POST", "/v2/departments", { key: keys.admin, json: { name } });
  for (const name of ["Design", "Support"]) expect((await make(name)).status).toBe(201);
  expect((await make("SUPPORT")).status).toBe(409);
  const rows = ["design", "support", "Support"].map((department, at) => ({
    ...{ name: department, email: `${at}@example.com`, department },
  }));
  expect(failures(await importRows(rows))).toEqual([["created"], ["created"], ["created"]]);
});

const mixed = () => [
  good,
  { name: "", email: "nobody", location: "Nowhere", labels: ["Nothing"], salary: 1 },
  { ...good, email: "GIA@example.com" },
  { name: "Uma", email: `${workspace.people.user.id}@example.com` },
  { name: "Ida", email: "ida@example.com", startDate: "2026-02-02", endDate: "2026-02-01" },
];

it("valid: imports the good rows and reports every fault of the others", async () => {
  const result = await importRows(mixed());
  expect(failures(result)).toEqual([
    ["created"],
    ["failed", "email", "labels.0", "location", "name", "salary"],
    ["failed", "email"],
    ["failed", "email"],
    ["failed", "endDate"],
  ]);
  expect(result.rows[2]?.errors?.[0]?.message).toContain("row 0");
  expect(await peopleCount()).toBe(9);
});

it("a row with a fault does not reserve its address", async () => {
  const rows = [{ ...good, location: "Nowhere" }, { ...good, name: "" }, good, good];
  expect(failures(await importRows(rows))).toEqual([
    ["failed", "location"],
    ["failed", "name"],
    ["created"],
    ["failed", "email"],
  ]);
});

/** Malformed rows, with the paths of the faults expected for each. */
const wrongForms = (): { row: object; wrong: string[] }[] => [
  {
    row: { name: "", email: "a@example.com", location: "No", department: "No", labels: ["Remote", "No"] },
    wrong: ["department", "labels.1", "location", "name"],
  },
  {
    // An unreadable value refers to nothing, but does not count as missing.
    row: { name: "Bo", email: "b@example.com", location: 7, department: "", labels: ["No", ""] },
    wrong: ["department", "labels.1", "location"],
  },
  {
    row: { name: "Cy", email: `${workspace.people.user.id}@EXAMPLE.com`, startDate: "2026-02-30" },
    wrong: ["email", "startDate"],
  },
  { row: { email: "e@example.com" }, wrong: ["name"] },
  // A faulty row does not reserve its address.
  { row: { name: "Ed", email: "e@example.com" }, wrong: [] },
  { row: { email: "E@example.com", salary: 1 }, wrong: ["email", "name", "salary"] },
];

it("faults of a row's form and of its references are reported together", async () => {
  const rows = wrongForms().map(({ row }) => row);
  const expectedFaults = (good: string) =>
    wrongForms().map(({ wrong }) => [wrong.length === 0 ? good : "failed", ...wrong]);
  expect(failures(await importRows(rows, "all"))).toEqual(expectedFaults("skipped"));
  expect(await peopleCount()).toBe(8);
  expect(failures(await importRows(rows))).toEqual(expectedFaults("created"));
  expect(await peopleCount()).toBe(9);
});

it("all: writes nothing unless every row is valid", async () => {
  const result = await importRows(mixed(), "all");
  expect(result).toMatchObject({ createdCount: 0, failedCount: 4, skippedCount: 1 });
  expect(await peopleCount()).toBe(8);
  expect(await importRows([good], "all")).toMatchObject({ createdCount: 1 });
});

it("all: an address taken by a concurrent write rolls back the whole import", async () => {
  const rows = Array.from({ length: 1500 }, (_, i) => ({ name: `P ${i}`, email: `p${i}@example.com` }));
  const rival = { name: "Taker", email: "p1400@example.com" };
  // Inserts the last chunk's address on another connection while the first chunk is written.
  await services.db.execute(`
    create or replace function take() returns trigger language plpgsql as $$ begin
      if new.email = 'p1399@example.com' then perform pg_sleep(1); end if; return new; end $$`);
  await services.db.execute(
    "create or replace trigger take before insert on users for each row execute function take()",
  );
  const pending = send({ mode: "all", rows });
  const accepted = await pending;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await api.v2("POST", "/v2/users", { key: keys.admin, json: rival })).status).toBe(201);
  const operation = await operationOf(accepted);
  await services.db.execute("drop trigger take on users");
  expect(operation.result?.body.data).toMatchObject({ createdCount: 0, failedCount: 1, skippedCount: 1499 });
  expect(await peopleCount()).toBe(9);
});

it("a location admin imports only into their locations", async () => {
  const rows = [good, { name: "Sue South", email: "sue@example.com", location: "South" }];
  const result = await importRows(rows, "valid", keys.locationAdmin);
  expect(failures(result)).toEqual([["created"], ["failed", "location"]]);
});

it("imports 10,000 rows at once, with progress", async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    name: `Person ${i}`,
    email: `person-${i}@example.com`,
    labels: ["Remote"],
  }));
  const started = performance.now();
  const operation = await operationOf(await send({ mode: "all", rows }));
  expect(operation.result?.body.data).toMatchObject({ createdCount: 10_000 });
  expect(operation.progress?.total).toBe(10_000);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await peopleCount()).toBe(10_008);
});

it("400 an invalid body, with every fault", async () => {
  const refused = await send({ mode: "some", rows: {}, more: 1 });
  expect(refused.status).toBe(400);
  const { details } = (refused.body as unknown as Refused).error;
  expect(details?.fields?.map(({ path }) => path).sort()).toEqual(["mode", "more", "rows"]);
});

it("400 no row, 10,001 rows, and more than 8 MiB", async () => {
  const fields = (answer: Accepted) =>
    (answer.body as unknown as Refused).error.details?.fields?.map(({ path }) => path);
  expect(fields(await send({ mode: "all", rows: [] }))).toEqual(["rows"]);
  expect(fields(await send({ mode: "all", rows: Array(10_001).fill({}) }))).toEqual(["rows"]);
  const huge = await send({ mode: "all", rows: [{ name: "x".repeat(8 * 1024 * 1024) }] });
  expect((huge.body as unknown as Refused).error.code).toBe("INVALID_REQUEST_BODY");
});

const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;

/** Rows as raw JSON, since JSON.stringify would write them differently. */
it.each([
  ["NUL in a name", '{"name":"A\\u0000","email":"a@example.com"}', ["name"]],
  ["NUL in an address", '{"name":"A","email":"a\\u0000@example.com"}', ["email"]],
  ["NUL in a label", '{"name":"A","email":"a@example.com","labels":["\\u0000"]}', ["labels.0"]],
  ["NUL in a place", '{"name":"A","email":"a@example.com","location":"\\u0000"}', ["location"]],
  ["half a surrogate pair", '{"name":"\\ud800","email":"\\udc00@example.com"}', ["email", "name"]],
  [
    "a field whose name cannot be stored",
    '{"name":"A","email":"a@example.com","\\u0000":1,"\\ud800":1}',
    ["\ufffd", "\ufffd"],
  ],
  ["a number that is too large", '{"name":1e400,"email":"a@example.com"}', ["name"]],
  ["something deep", `{"name":${deep},"email":"a@example.com","labels":[["x"]]}`, ["labels.0", "name"]],
  ["__proto__", '{"__proto__":{"email":"x@example.com"},"name":"A","email":"a@example.com"}', ["__proto__"]],
  ["no object", "3", [""]],
  ["a list", "[]", [""]],
  ["null", "null", [""]],
])("%s: fails only that row", async (what, row, paths) => {
  const accepted = await api.v2<{ operation: { url: string } }>("POST", "/v2/users/import", {
    key: keys.admin,
    body: `{"mode":"valid","rows":[${row},${JSON.stringify(good)}]}`,
    headers: { "content-type": "application/json", "idempotency-key": what },
  });
  const { result } = await operationOf(accepted);
  expect(failures(result?.body.data as ImportResult)).toEqual([["failed", ...paths], ["created"]]);
});

it("answers the same 202 again under an Idempotency-Key", async () => {
  const headers = { "idempotency-key": "import-1" };
  const [first, again] = [
    await send({ mode: "all", rows: [good] }, { headers }),
    await send({ mode: "all", rows: [good] }, { headers }),
  ];
  expect(again.text).toBe(first.text);
  await operationOf(first);
  expect(await peopleCount()).toBe(9);
});
