import { loadModule } from "libpg-query";
import { beforeAll, expect, it } from "vitest";
import { type Schema, unpinnedIn, whyNoPlainRead } from "./workspace-pins";

const columns = ["workspace_id", "id", "user_id", "name", "at"];
const schema: Schema = new Map([
  ["workspaces", { columns: ["id", "name"], workspace: "id" }],
  ...["users", "leaves", "sessions"].map((name) => [name, { columns, workspace: "workspace_id" }] as const),
]);
const found = (text: string) => unpinnedIn(text, schema).map(({ table, by }) => `${table}: ${by}`);

beforeAll(() => loadModule());

// What Citus 13 sends to one server.
it.each([
  "select id from throttles where key = $1",
  "select id from users where workspace_id = $1",
  "select id from users where $1::uuid = users.workspace_id and name = 'a'",
  "select id from users where workspace_id = any($1::uuid[]) for update skip locked",
  "select w.name from workspaces w join users u on u.workspace_id = w.id where w.id = $1",
  "select 1 from users u join leaves l using (workspace_id) where u.workspace_id = $1",
  "select 1 from users u left join leaves l on l.workspace_id = u.workspace_id left join sessions s on s.workspace_id = l.workspace_id where u.workspace_id = $1",
  "select 1 from leaves l right join users u on l.workspace_id = u.workspace_id where u.workspace_id = $1",
  "select 1 from users u join leaves l on (l.workspace_id, l.user_id) = (u.workspace_id, u.id) where u.workspace_id = $1",
  "select 1 from users where (workspace_id = $1 and id = $2) or (workspace_id = $1 and name = $3)",
  "select 1 from users u where u.workspace_id = $1 and exists (select from leaves l where l.workspace_id = u.workspace_id limit 1)",
  "select 1 from users u where u.workspace_id = $1 and not exists (select from leaves l join sessions s on s.workspace_id = l.workspace_id where l.workspace_id = u.workspace_id)",
  "select 1 from users u where u.workspace_id = $1 and (u.workspace_id, u.id) in (select l.workspace_id, l.user_id from leaves l)",
  "select 1 from users u, lateral (select l.id from leaves l where l.workspace_id = u.workspace_id) x where u.workspace_id = $1",
  "select 1 from users u left join lateral (select l.id from leaves l where l.workspace_id = u.workspace_id) x on true where u.workspace_id = $1",
  "select 1 from users u join (select workspace_id, count(*) from leaves group by 1) c on c.workspace_id = u.workspace_id where u.workspace_id = $1",
  "select 1 from users u join (select distinct on (workspace_id) * from leaves) c on c.workspace_id = u.workspace_id where u.workspace_id = $1",
  "select 1 from users u join (select workspace_id, row_number() over (partition by workspace_id) from leaves) c on c.workspace_id = u.workspace_id where u.workspace_id = $1",
  "select * from (select workspace_id, id from users union all select workspace_id, id from leaves) x where x.workspace_id = $1",
  "with given as (select $1::uuid as w) select l.id from leaves l, given where l.workspace_id = given.w",
  "with own as (select * from users where workspace_id = $1) select 1 from own join leaves l on l.workspace_id = own.workspace_id",
  "with own as materialized (select * from users where workspace_id = $1) select 1 from own join leaves l on l.user_id = own.id where l.workspace_id = $1",
  "declare c no scroll cursor for select id from users where workspace_id = $1",
  "update users u set name = l.name from leaves l where u.workspace_id = $1 and l.workspace_id = u.workspace_id",
  "delete from users u using leaves l where l.workspace_id = $1 and l.workspace_id = u.workspace_id",
  "insert into users (id, workspace_id) values ($1, $2), ($3, $4) on conflict (workspace_id, id) do update set name = excluded.name",
  "insert into users (workspace_id, id) select workspace_id, user_id from leaves where workspace_id = $1",
  "insert into users (workspace_id, id) select * from unnest($1::uuid[], $2::uuid[])",
  "insert into users select $1::uuid, id from jsonb_to_recordset($2::jsonb) as given(id uuid)",
  "with gone as (delete from users where workspace_id = any($1) returning id) update leaves set name = 'a' from gone where leaves.workspace_id = any($1) and leaves.user_id = gone.id",
])("of one workspace: %s", (text) => {
  expect(found(text)).toEqual([]);
});

it.each([
  ["select id from users", "users: nothing"],
  ["select id from users where id = $1", "users: nothing"],
  ["select id from users where workspace_id <> $1", "users: nothing"],
  ["select id from users where workspace_id = $1 or id = $2", "users: nothing"],
  ["select id from users where workspace_id = id", "users: nothing"],
  [
    "select id from users where (workspace_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))",
    "users: nothing",
  ],
  ["select 1 from unnest($1::uuid[]) g(w) join users u on u.workspace_id = g.w", "users: nothing"],
  [
    "select 1 from users u left join leaves l on u.workspace_id = $1 and l.workspace_id = u.workspace_id",
    "users: another",
    "leaves: another",
  ],
  ["update users set name = $1 where id = $2", "users: nothing"],
  [
    "delete from users where ctid = any(array(select ctid from users limit 9 for update skip locked))",
    "users: nothing",
    "users: nothing",
  ],
  [
    "insert into users (workspace_id, id) select workspace_id, id from leaves",
    "leaves: nothing",
    "users: nothing",
  ],
  [
    "with recursive r as (select workspace_id, id from users where workspace_id = $1 union all select l.workspace_id, l.id from leaves l join r on r.workspace_id = l.workspace_id) select * from r",
    "leaves: another",
  ],
  // A subquery of its own, or one whose conditions come from elsewhere.
  [
    "select (select max(l.at) from leaves l where l.workspace_id = u.workspace_id) from users u where u.workspace_id = $1",
    "leaves: another",
  ],
  [
    "select array(select l.id from leaves l where l.workspace_id = u.workspace_id) from users u where u.workspace_id = $1",
    "leaves: another",
  ],
  [
    "select 1 from users u where u.workspace_id = $1 and (u.name = $2 or exists (select from leaves l where l.workspace_id = u.workspace_id))",
    "leaves: another",
  ],
  [
    "select 1 from users u where u.workspace_id = $1 and u.id not in (select l.id from leaves l where l.workspace_id = u.workspace_id)",
    "leaves: another",
  ],
  [
    "delete from leaves l where l.workspace_id = $1 and l.user_id in (select u.id from users u where u.workspace_id = l.workspace_id)",
    "users: another",
  ],
  [
    "select 1 from users u left join lateral (select l.id from leaves l where l.workspace_id = u.workspace_id limit 1) x on true where u.workspace_id = $1",
    "leaves: another",
  ],
  [
    "select 1 from users u join (select workspace_id, max(at) over () from leaves) c on c.workspace_id = u.workspace_id where u.workspace_id = $1",
    "leaves: another",
  ],
  [
    "with own as materialized (select * from users where workspace_id = $1) update leaves l set name = 'a' from own where l.workspace_id = own.workspace_id",
    "leaves: another",
  ],
  [
    "select 1 from users u join leaves l on l.workspace_id = u.workspace_id where u.workspace_id = any($1) for update",
    "leaves: another",
  ],
  [
    "select 1 from unnest($2::uuid[]) g(id) where not exists (select from users u where u.workspace_id = $1 and exists (select from leaves l where l.workspace_id = u.workspace_id and l.id = g.id))",
    "leaves: another",
  ],
  // Not even to the same value.
  ["update users set workspace_id = $1, name = $2 where workspace_id = $1", "users: set"],
  [
    "insert into users (workspace_id, id) values ($1, $2) on conflict (workspace_id, id) do update set workspace_id = excluded.workspace_id",
    "users: set",
  ],
])("of several workspaces: %s", (text, ...tables) => {
  expect(found(text).sort()).toEqual(tables.sort());
});

// A read of all workspaces, which Citus asks of every server.
it.each([
  "select distinct workspace_id from users where name = $1",
  "select u.id, exists (select from leaves l where l.workspace_id = u.workspace_id and l.user_id = u.id) from users u",
  "select workspace_id, id from users union all select workspace_id, id from leaves",
  "select count(*) from users u join leaves l on l.workspace_id = u.workspace_id and l.user_id = u.id",
  "select name from throttles where not exists (select from workspaces)",
])("is a plain read: %s", (text) => {
  expect(whyNoPlainRead(text, schema)).toEqual([]);
});

it.each([
  ["locks", "select id from users for update skip locked"],
  [
    "locks",
    "select id from users where id in (select user_id from leaves where leaves.workspace_id = users.workspace_id for share)",
  ],
  ["updates", "with gone as (update users set name = $1 returning id) select id from gone"],
  ["is no SELECT", "delete from users where at < $1"],
  [
    "is recursive",
    "with recursive r as (select id from users union all select r.id from r) select id from r",
  ],
  ["joins leaves not by workspace", "select 1 from users u join leaves l on l.user_id = u.id"],
])("no plain read, as it %s: %s", (reason, text) => {
  expect(whyNoPlainRead(text, schema)).toContain(reason);
});
