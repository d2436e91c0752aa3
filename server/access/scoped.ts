import { and, eq, getTableColumns, is, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, PgTable, type PgUpdateSetSource, type SelectedFields } from "drizzle-orm/pg-core";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";
import { inBatch, ofEvery, ofSeveral } from "@/server/kernel/database/in-batch";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type Extent, isWithin, type Narrow } from "./extent";
import type { Whole } from "./reach";

/** A table whose rows belong to a workspace. */
type TenantTable = PgTable & { workspaceId: AnyPgColumn<{ notNull: true }> };
/** A table whose rows are about users, so that a reach can limit them. */
type PeopleTable = typeof users | typeof leaves;

/** A reach is undefined for other tables: those require the whole workspace, or every workspace. */
type ExtentFor<T> = T extends PeopleTable ? Extent : Whole;

function peopleCondition(scope: Narrow, table: TenantTable): SQL {
  if (table === (users as TenantTable)) return isWithin(scope);
  if (scope.kind === "self") return isAnyOf(leaves.userId, scope.ids);
  return sql`exists (select 1 from ${users}
    where ${eq(users.workspaceId, scope.workspaceId)} and ${users.id} = ${leaves.userId} and ${isWithin(scope)})`;
}

const isAmong = (
  { workspaces: ids, isNamed }: Extract<Extent, { kind: "workspaces" }>,
  column: AnyPgColumn,
): SQL => (isNamed ? inBatch(column) : sql`${column} = any(${ids}::uuid[])`);

function conditionOf(scope: Extent, table: TenantTable): SQL | undefined {
  if (scope.kind === "every") return ofEvery(scope.reason, scope.skipsAway && table.workspaceId);
  if (scope.kind === "batch") return ofSeveral;
  if (scope.kind === "workspaces") return isAmong(scope, table.workspaceId);
  const tenant = eq(table.workspaceId, scope.workspaceId);
  return scope.kind === "workspace" ? tenant : and(tenant, peopleCondition(scope, table));
}

/**
 * Limits a table in a subselect to the workspaces of the outer query's scope. It names the workspace itself: Citus sends a statement to one
 * server only when each table in it does, and does not follow an equality with the outer table into an expression.
 */
export function sameWorkspace(scope: Extent, table: TenantTable, outer: TenantTable): SQL {
  const same = eq(table.workspaceId, outer.workspaceId);
  if (scope.kind === "every" || scope.kind === "batch") return same;
  if (scope.kind === "workspaces") return sql`${same} and ${conditionOf(scope, table)}`;
  return eq(table.workspaceId, scope.workspaceId);
}

interface Guarded {
  where(condition: SQL | undefined): unknown;
}
interface Joining {
  innerJoin(table: unknown, on: SQL | undefined): unknown;
  leftJoin(table: unknown, on: SQL | undefined): unknown;
}

const isTenantTable = (table: unknown): table is TenantTable =>
  is(table, PgTable) && getTableColumns(table).workspaceId?.notNull === true;

/** Adds the scope's condition to the query's `where`, even when the query has none. */
function guarded<Q>(query: Q, condition: SQL | undefined): Q {
  const open = query as Guarded;
  const where = open.where.bind(query);
  where(condition);
  return Object.assign(query as object, {
    where: (more: SQL | undefined) => where(and(condition, more)),
  }) as Q;
}

/** A batch's workspaces limit each of its tables (`inBatch`). */
function batchOf(scope: Extent, other: unknown): SQL | undefined {
  if (scope.kind !== "workspaces") return undefined;
  if (other === workspaces) return isAmong(scope, workspaces.id);
  return isTenantTable(other) ? isAmong(scope, other.workspaceId) : undefined;
}

/** Limits joined rows to the same workspace. */
function joined<Q>(query: Q, table: TenantTable, scope: Extent): Q {
  const { innerJoin, leftJoin } = query as Joining;
  const same =
    (join: Joining["innerJoin"]): Joining["innerJoin"] =>
    (other, on) =>
      join.call(
        query,
        other,
        and(
          batchOf(scope, other),
          isTenantTable(other) ? eq(other.workspaceId, table.workspaceId) : undefined,
          on,
        ),
      );
  return Object.assign(query as object, { innerJoin: same(innerJoin), leftJoin: same(leftJoin) }) as Q;
}

/**
 * The entry point for queries on a workspace's rows: adds the scope's condition to the query's conditions, and limits joins to the same
 * workspace. There is no other way to these rows: `server/test/boundaries-reach.test.ts` detects a builder's `from`, `update` and `delete`
 * on such a table.
 */
export function scoped<T extends TenantTable>(scope: ExtentFor<T>, table: T) {
  const within = conditionOf(scope as Extent, table);
  const of = <Q>(query: Q): Q => joined(guarded(query, within), table, scope as Extent);
  // The builder's type check of its argument cannot be resolved for a generic table.
  const source = table as never;
  return {
    /** The scope as an SQL condition. */
    within,
    select: <F extends SelectedFields>(db: Pick<Db, "select">, fields: F) =>
      of(db.select(fields).from<T>(source)),
    selectAll: (db: Pick<Db, "select">) => of(db.select().from<T>(source)),
    selectDistinct: <F extends SelectedFields>(db: Pick<Db, "selectDistinct">, fields: F) =>
      of(db.selectDistinct(fields).from<T>(source)),
    update: (db: Pick<Db, "update">) => ({
      set: (values: PgUpdateSetSource<T>) => guarded(db.update(table).set(values), within),
    }),
    delete: (db: Pick<Db, "delete">) => guarded(db.delete(table), within),
  };
}
