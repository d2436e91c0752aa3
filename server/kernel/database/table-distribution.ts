// How Citus distributes each table (docs/operate/scale.md). As SQL text, because also connections without Drizzle read it.

/** Shared tables that are joined with workspaces' tables: every server has a copy. Other tables without a workspace stay where they are. */
const copied = ["oauth_clients", "oauth_signing_keys"];

/** A table that Citus should distribute, and how it does. */
export interface TableDistribution {
  name: string;
  /** The column that tells the server, or `copy` for one that every server has. */
  wanted: "id" | "workspace_id" | "copy";
  /** The same, as it is; null for a table of the coordinator alone. */
  actual: string | null;
  /** Rows of a workspace are on one server with those of `workspaces`. */
  isTogether: boolean;
}

/** Whether the database is one of Citus's; the next query needs that. */
export const citusQuery = "select to_regclass('pg_dist_partition') is not null as found";

/** Rows of `TableDistribution`: by name, `workspaces` first. */
export const distributionQuery = `
  with named as (
    select c.oid, c.relname as name,
      case when c.relname = 'workspaces' then 'id' when c.relname in (${copied.map((name) => `'${name}'`).join(", ")}) then 'copy'
        when w.attnotnull then 'workspace_id' end as wanted
    from pg_class c left join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition),
  placed as (
    select logicalrelid::oid as oid, colocationid,
      case when partmethod = 'h' then column_to_column_name(logicalrelid, partkey) when repmodel = 't' then 'copy' end as actual
    from pg_dist_partition)
  select n.name, n.wanted, p.actual, n.wanted = 'copy' or coalesce(p.colocationid = w.colocationid, false) as "isTogether"
  from named n left join placed p using (oid)
    left join (select colocationid from placed join named using (oid) where name = 'workspaces' and actual is not null) w on true
  where n.wanted is not null order by n.name <> 'workspaces', n.name`;

/** Whether any table is distributed. */
export const isDistributedAtAll = (tables: readonly TableDistribution[]): boolean =>
  tables.some(({ actual }) => actual !== null);

/** The tables that are not distributed as they should be. */
export const misplaced = (tables: readonly TableDistribution[]): TableDistribution[] =>
  tables.filter(({ wanted, actual, isTogether }) => actual !== wanted || !isTogether);

/** Why a database cannot be used, whose tables are partly distributed; undefined when all or none of them are. */
export function whyHalfDistributed(tables: readonly TableDistribution[]): string | undefined {
  const missing = misplaced(tables);
  if (!isDistributedAtAll(tables) || missing.length === 0) return undefined;
  const names = missing.slice(0, 3).map(({ name }) => name);
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : "";
  return `DATABASE_URL is a Citus database that is distributed in part: ${names.join(", ")}${more} not; run \`npm run admin -- distribute\`.`;
}
