import { and, eq, getTableColumns, is, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, PgTable, type PgUpdateSetSource, type SelectedFields } from "drizzle-orm/pg-core";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Db } from "@/server/kernel/db";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { type Extent, isWithin, type Narrow } from "./extent";
import type { Whole } from "./reach";

/** A table whose rows belong to a workspace. */
type TenantTable = PgTable & { workspaceId: AnyPgColumn<{ notNull: true }> };
/** Whose rows are about people, so that a reach says which of them may be shown. */
type PeopleTable = typeof users | typeof leaves;

/** A reach leaves open what it means for tables that are not about people: for those one says the whole workspace, or every one. */
type ExtentFor<T> = T extends PeopleTable ? Extent : Whole;

function peopleCondition(scope: Narrow, table: TenantTable): SQL {
  if (table === (users as TenantTable)) return isWithin(scope);
  if (scope.kind === "self") return isAnyOf(leaves.userId, scope.ids);
  return sql`exists (select 1 from ${users}
    where ${users.workspaceId} = ${leaves.workspaceId} and ${users.id} = ${leaves.userId} and ${isWithin(scope)})`;
}

function conditionOf(scope: Extent, table: TenantTable): SQL | undefined {
  if (scope.kind === "every") return undefined;
  const tenant = eq(table.workspaceId, scope.workspaceId);
  return scope.kind === "workspace" ? tenant : and(tenant, peopleCondition(scope, table));
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

/** Adds the scope's condition to whatever `where` the query gets, none included. */
function guarded<Q>(query: Q, condition: SQL | undefined): Q {
  const open = query as Guarded;
  const where = open.where.bind(query);
  where(condition);
  return Object.assign(query as object, {
    where: (more: SQL | undefined) => where(and(condition, more)),
  }) as Q;
}

/** A row that is joined is of the same workspace. */
function joined<Q>(query: Q, table: TenantTable): Q {
  const { innerJoin, leftJoin } = query as Joining;
  const same =
    (join: Joining["innerJoin"]): Joining["innerJoin"] =>
    (other, on) =>
      join.call(query, other, isTenantTable(other) ? and(eq(other.workspaceId, table.workspaceId), on) : on);
  return Object.assign(query as object, { innerJoin: same(innerJoin), leftJoin: same(leftJoin) }) as Q;
}

/**
 * What a query on a workspace's rows starts from: its conditions come on top of the scope's, and what it joins is of the same workspace.
 * There is no other way to them: `server/test/boundaries-reach.test.ts` finds a builder's `from`, `update` and `delete` on such a table.
 */
export function scoped<T extends TenantTable>(scope: ExtentFor<T>, table: T) {
  const within = conditionOf(scope as Extent, table);
  const of = <Q>(query: Q): Q => joined(guarded(query, within), table);
  // The builder's own test of what it is given cannot be made for a table that is not known yet.
  const source = table as never;
  return {
    /** The scope as a condition, for SQL. */
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
