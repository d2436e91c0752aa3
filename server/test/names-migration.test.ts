import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { newId } from "@/server/kernel/ids";
import { emptyDatabase } from "./database";

/** The last migration before names were kept in NFC, and case-folded to be unique. */
const before = "0052_events_of_one_person";

const composed = "Café";
const decomposed = "Cafe\u0301";
const workspaceId = newId();
const ids = {
  label: newId(),
  twin: newId(),
  other: newId(),
  alone: newId(),
  person: newId(),
  ...{ place: newId() },
};
const at = new Date("2026-05-04T07:00:00Z");

let sql: Sql;
const addLabel = (id: string, name: string) =>
  sql`insert into labels (workspace_id, id, name, color, created_at) values (${workspaceId}, ${id}, ${name}, '3b82f6', ${at})`;

beforeAll(async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, undefined, before);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`insert into workspaces (id, name, plan, created_at) values (${workspaceId}, 'W', 'COMPLETE', ${at})`;
  await sql`insert into locations (workspace_id, id, name, timezone, created_at)
    values (${workspaceId}, ${ids.place}, 'North', 'UTC', ${at})`;
  await sql`insert into departments (workspace_id, id, name, created_at) values (${workspaceId}, ${ids.place}, 'Sales', ${at})`;
  await addLabel(ids.label, decomposed);
  await addLabel(ids.twin, composed);
  await addLabel(ids.other, "CAFÉ");
  await addLabel(ids.alone, "Ze\u0301");
  await sql`insert into users (workspace_id, id, name, email, location_id, department_id, created_at, updated_at)
    values (${workspaceId}, ${ids.person}, ${"O\u0308zil"}, 'o@example.com', ${ids.place}, ${ids.place}, ${at}, ${at})`;
  await sql`insert into user_labels (workspace_id, user_id, label_id) values (${workspaceId}, ${ids.person}, ${ids.alone})`;
  await sql`update users set written_at = ${at}`.catch(() => undefined);
  await migrate(url);
});
afterAll(() => sql.end());

it("names become NFC, except twins, which stay unchanged; the oldest reserves the name", async () => {
  const rows = await sql`select id, name, name_key from labels`;
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(ids.label)).toMatchObject({ name: decomposed, name_key: "café" });
  expect(of(ids.twin)).toMatchObject({ name: composed, name_key: null });
  expect(of(ids.other)).toMatchObject({ name: "CAFÉ", name_key: null });
  expect(of(ids.alone)).toMatchObject({ name: "Zé", name_key: "zé" });
  expect(await sql`select name, search_name from users`).toMatchObject([
    { name: "Özil", search_name: "ozil" },
  ]);
});

it("the previous version's writes follow the rule, and its searches find them", async () => {
  await expect(addLabel(newId(), "cafe\u0301")).rejects.toMatchObject({
    constraint_name: "labels_name_unique",
  });
  await sql`update labels set name = 'ZOË' where id = ${ids.alone}`;
  await expect(addLabel(newId(), "Zoë")).rejects.toMatchObject({ code: "23505" });
  await sql`update users set name = 'Łukasz' where id = ${ids.person}`;
  expect(await sql`select search_name from users`).toMatchObject([{ search_name: "lukasz" }]);
});

it("a twin may be written unchanged, and gets no other twin when it is renamed", async () => {
  await sql`update labels set name = name, color = '000000' where id = ${ids.twin}`;
  await sql`update labels set name = 'Bistro' where id = ${ids.other}`;
  await expect(addLabel(newId(), "BISTRO")).rejects.toMatchObject({ code: "23505" });
});
