import { readFileSync } from "node:fs";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "./database";

// Whether the tables of a migrated database could be distributed by workspace; docs/operate/scale.md documents the same.

/** Tables without a workspace, and why. */
const global: Record<string, string> = {
  domain_workspaces: "lead from a domain to its workspace, and are unique over all of them",
  identity_workspaces: "lead from who signs in to their workspaces",
  oauth_clients: "an app is used in many workspaces; few",
  oauth_requests: "nobody has signed in yet; gone after a day",
  oauth_signing_keys: "sign for all workspaces; a handful",
  queue_looks: "one look for all processes; one row",
  secret_workspaces: "lead from a secret of an earlier format to its workspace",
  setup_links: "before there is a workspace",
  vapid_keys: "identifies the installation; one row",
  throttles: "callers who have not said who they are",
  workers: "processes carry out the work of all workspaces; a handful, written every few seconds",
  workspaces: "what the rest is distributed by: its own id",
};

/** Keys whose first column is not the workspace: lookups use the first column, before the workspace is known. */
const workspaceLast = [
  "api_keys_hash_unique",
  "calendar_feeds_hash_unique",
  "decision_links_hash_workspace_id_pk",
  "legacy_keys_hash_unique",
  "oauth_codes_hash_workspace_id_pk",
  "oauth_grants_id_unique",
  "oauth_refresh_tokens_hash_workspace_id_pk",
  "provider_accounts_issuer_subject_workspace_id_pk",
  "signin_tokens_hash_workspace_id_pk",
  "work_leases_kind_workspace_id_lane_pk",
];

/** The obstacles: unique keys without the workspace, and foreign keys from a shared table to one of a workspace. */
const inTheWay: string[] = [];

/** Foreign keys from a workspace's table to a shared one, which would be a reference table. */
const toShared = ["allowed_apps_client_id_oauth_clients_id_fk", "oauth_grants_client_id_oauth_clients_id_fk"];

interface Key {
  table: string;
  name: string;
  /** Primary; unique, including indexes that are no constraint; exclusion; or foreign. */
  kind: "p" | "u" | "x" | "f";
  columns: string[];
  target: string | null;
  targetColumns: string[] | null;
}

let sql: Sql;
let keys: Key[];
let tables: { name: string; ofWorkspace: boolean }[];

beforeAll(async () => {
  sql = postgres(await testDatabase(), { max: 1 });
  tables = await sql<typeof tables>`
    select c.relname as name, coalesce(bool_or(a.attname = 'workspace_id' and a.attnotnull), false) as "ofWorkspace"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by 1 order by 1`;
  keys = await sql<Key[]>`
    with named as (
      select r.oid, r.relname from pg_class r
      where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition)
    select t.relname as table, i.relname as name, case when x.indisprimary then 'p' when x.indisexclusion then 'x' else 'u' end as kind,
      array(select coalesce(a.attname, '') from unnest(x.indkey::int[]) with ordinality k(at, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.at where place <= x.indnkeyatts order by place) as columns,
      null as target, null as "targetColumns"
    from pg_index x join named t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where x.indisunique or x.indisexclusion
    union all
    select t.relname, c.conname, 'f',
      array(select a.attname from unnest(c.conkey) with ordinality k(at, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.at order by place),
      o.relname,
      array(select a.attname from unnest(c.confkey) with ordinality k(at, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.at order by place)
    from pg_constraint c join named t on t.oid = c.conrelid join named o on o.oid = c.confrelid where c.contype = 'f'
    order by 1, 2`;
});
afterAll(() => sql.end());

const isShared = (table: string) => table in global && table !== "workspaces";
const names = (of: { name: string }[]) => of.map(({ name }) => name).sort();

it("a table has a workspace in each row, or is listed with its reason", () => {
  expect(tables.length).toBeGreaterThan(50);
  expect(names(tables.filter(({ ofWorkspace }) => !ofWorkspace))).toEqual(Object.keys(global).sort());
});

it("unique keys include the workspace, as the first column except in keys looked up without it", () => {
  const unique = keys.filter(({ table, kind }) => kind !== "f" && !(table in global));
  expect(unique.filter(({ kind }) => kind === "p")).toHaveLength(tables.length - Object.keys(global).length);
  const without = unique.filter(({ columns }) => !columns.includes("workspace_id"));
  expect(names(without)).toEqual(inTheWay.filter((name) => name.endsWith("_unique")));
  const last = unique.filter(({ columns }) => columns.indexOf("workspace_id") > 0);
  expect(names(last)).toEqual(workspaceLast);
});

it("a foreign key stays within its workspace, or refers to a shared table", () => {
  const foreign = keys.filter(({ kind, table }) => kind === "f" && !isShared(table));
  const stays = ({ columns, target, targetColumns }: Key) =>
    columns[0] === "workspace_id" && targetColumns?.[0] === (target === "workspaces" ? "id" : "workspace_id");
  const leaves = foreign.filter((key) => !stays(key));
  expect(names(leaves)).toEqual(toShared);
  expect(leaves.every(({ target }) => isShared(target ?? ""))).toBe(true);
  const ofShared = keys.filter(
    ({ kind, table, target }) => kind === "f" && isShared(table) && !isShared(target ?? ""),
  );
  expect(names(ofShared)).toEqual(inTheWay.filter((name) => name.endsWith("_fk")));
});

it("the chapter on Citus names each table without a workspace, and each key in the way", () => {
  const text = readFileSync("docs/operate/scale.md", "utf8");
  const chapter = text.split(/^## /m).find((part) => part.startsWith("Citus")) ?? "";
  const unnamed = [...Object.keys(global), ...inTheWay].filter((name) => !chapter.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});
