import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { findColleagues } from "@/server/modules/people/people/find-colleagues";
import { apiClient, type Listed } from "@/server/test/api-client";
import { makeKeys, makeUser, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { makeGrant, mcpClient } from "@/server/test/mcp-kit";
import { allPages } from "@/server/test/paged-list";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { costOf, type Statement } from "@/server/test/statement-cost";

const statements: Statement[] = [];
let services: Services;
let workspace: TestWorkspace;
let key: TestKey;

const names = ["Mesut Özil", "Šćepan Mali", "Ирина Петрова", "Ζωή Παππάς", "Émilie du Châtelet"];
const searches: [text: string, name: string][] = [
  ["özil", "Mesut Özil"],
  ["ozil", "Mesut Özil"],
  ["ÖZIL", "Mesut Özil"],
  ["o\u0308zil", "Mesut Özil"],
  ["šćepan", "Šćepan Mali"],
  ["ирина", "Ирина Петрова"],
  ["ζωή", "Ζωή Παππάς"],
  ["ΖΩΗ ΠΑΠΠΑΣ", "Ζωή Παππάς"],
  ["émilie", "Émilie du Châtelet"],
  ["EMILIE DU CHATELET", "Émilie du Châtelet"],
];

const placeOf = ({ id, locations, departments }: TestWorkspace) => ({
  workspaceId: id,
  locationId: locations.north,
  departmentId: departments.sales,
});

beforeAll(async () => {
  services = await testServices({
    onStatement: (_pool, text, parameters) => void statements.push([text, parameters]),
  });
  workspace = await makeWorkspace(services);
  ({ admin: key } = await makeKeys(services, workspace));
  // One name is stored as an earlier version may have left it.
  for (const name of names)
    await makeUser(services, {
      ...placeOf(workspace),
      name: name === "Émilie du Châtelet" ? name.normalize("NFD") : name,
    });
});
afterAll(() => services.close());

const inNfc = (rows: readonly unknown[]) =>
  rows.map((row) => (row as { name: string }).name.normalize("NFC"));

describe.each(searches)("%s finds %s", (text, name) => {
  it("in v2", async () => {
    const path = `/v2/users?search=${encodeURIComponent(text)}`;
    expect(inNfc((await apiClient(services).get<Listed>(path, key)).body.data)).toEqual([name]);
  });

  it("on the People page and in the command menu", async () => {
    const { people } = await signedInCaller(services, workspace.people.admin);
    expect(inNfc((await people.page({ text })).items)).toEqual([name]);
    expect(inNfc(await people.search({ text }))).toEqual([name]);
  });

  it("through MCP", async () => {
    const client = await mcpClient(services, await makeGrant(services, workspace.people.admin));
    const answer = await client.callTool({ name: "find_users", arguments: { name: text } });
    expect(JSON.stringify(answer.structuredContent).normalize("NFC")).toContain(name);
    await client.close();
  });
});

it("200 stores a name in NFC", async () => {
  const json = { name: "Ze\u0301 A\u030angstro\u0308m", email: "ze@example.com" };
  const { body } = await apiClient(services).v2<{ data: { name: string } }>("POST", "/v2/users", {
    key,
    json,
  });
  expect(body.data.name).toBe("Zé Ångström");
});

it("the People page and its place options are in collation order", async () => {
  const other = await makeWorkspace(services);
  for (const name of ["Zander", "anders", "Ärmel", "Émile", "Emil", "Ødegaard", "zoe"])
    await makeUser(services, { ...placeOf(other), name: `Q ${name}` });
  const { people } = await signedInCaller(services, other.people.admin);
  const { items } = await people.page({ text: "q " });
  expect(items.map(({ name }) => name.slice(2))).toEqual([
    ...["anders", "Ärmel", "Emil", "Émile", "Ødegaard", "Zander", "zoe"],
  ]);
});

it("pages of 300 people in all alphabets contain each person once, in order; a cursor of another search is refused", async () => {
  const other = await makeWorkspace(services);
  const parts = [
    "Ö",
    "o",
    "O\u0308",
    "ß",
    "ss",
    "Σ",
    "ς",
    "Я",
    "я",
    "中",
    "é",
    "e",
    "É",
    "ł",
    "l",
    "L",
    "-",
    " a",
  ];
  const mixed = Array.from(
    { length: 300 },
    (_, n) => `Q${parts[n % 18]}${parts[(n * 7) % 17]}${parts[n % 5]}`,
  );
  for (const name of mixed) await makeUser(services, { ...placeOf(other), name });
  const { people } = await signedInCaller(services, other.people.admin);
  const { items: whole } = await people.page({ text: "q", limit: 500 });
  expect(whole).toHaveLength(300);
  const sorted = await services.db.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${other.id} and name like 'Q%' order by name collate "und-x-icu", id`);
  expect(whole.map(({ id }) => id)).toEqual(sorted.map(({ id }) => encodeId("user", id)));
  for (const limit of [1, 7, 100]) {
    const pages = await allPages((cursor) => people.page({ text: "q", limit, cursor }));
    const seen = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(seen, `limit ${limit}`).toEqual(whole.map(({ id }) => id));
  }
  const { next } = await people.page({ text: "q", limit: 1 });
  await expect(people.page({ text: "o", cursor: next ?? "" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

it("a search among 5,000 people reads each row once and folds none of them", async () => {
  const { id } = workspace;
  const { locationId, departmentId } = placeOf(workspace);
  await services.db.execute(sql`
    insert into users (workspace_id, id, name, email, location_id, department_id, created_at, updated_at)
    select ${id}, ('01985f4e-7a3c-7c11-9f0e-' || lpad(to_hex(n), 12, '0'))::uuid, 'Jürgen ' || md5(n::text),
      n || '@example.org', ${locationId}, ${departmentId}, now(), now() from generate_series(1, 5000) n`);
  await services.db.execute(sql`vacuum analyze users`);
  await findColleagues(await as(services, workspace.people.admin), { text: "özil", limit: 10 });
  const [text, parameters] = statements.findLast(([said]) => said.includes("starts_with")) ?? ["", []];
  expect(text).toContain('"search_name"');
  const { blocks } = await costOf([text, parameters]);
  const [{ size = 0 } = {}] = await services.db.execute<{ size: number }>(
    sql`select pg_relation_size('users')::int / 8192 as size`,
  );
  // The rows, and the index that leads to the workspace's rows.
  expect(blocks).toBeLessThan(2 * size);
});
