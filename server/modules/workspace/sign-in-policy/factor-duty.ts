import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Extent } from "@/server/access/extent";
import { isFactorOf } from "@/server/access/has-factor";
import { sameWorkspace } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import type { FactorPolicy } from "./policy";

/**
 * An SQL expression: from when on someone without a second factor may do nothing else; null for someone whom the policy does not concern.
 * The grace begins when it began to concern them: it was switched on, or they became an administrator, or their account was created.
 */
const dueAtUnder = ({
  administratorsFactorSince: administrators,
  everyoneFactorSince: everyone,
  factorGraceDays: days,
}: Record<keyof FactorPolicy, SQLWrapper>) =>
  readAs(
    // Nested: a query of one table would leave out the names of the tables.
    sql<Date | null>`${sql`(least(
    case when ${users.isAdmin} and ${administrators} is not null
      then greatest(${administrators}, coalesce(${users.adminSince}, ${users.createdAt})) end,
    case when ${everyone} is not null then greatest(${everyone}, ${users.createdAt}) end
  ) + ${days} * interval '24 hours')`}`,
    users.createdAt,
  );

/** The same, of a query that reads `users` and `workspaces`. */
export const factorDueAt = dueAtUnder({
  administratorsFactorSince: workspaces.administratorsFactorSince,
  everyoneFactorSince: workspaces.everyoneFactorSince,
  factorGraceDays: workspaces.factorGraceDays,
});

/** The same if this were the policy, of a query that reads `users`. */
export const factorDueAtUnder = ({
  administratorsFactorSince: administrators,
  everyoneFactorSince: everyone,
  factorGraceDays: days,
}: FactorPolicy) =>
  dueAtUnder({
    administratorsFactorSince: sql`${administrators?.toISOString() ?? null}::timestamptz`,
    everyoneFactorSince: sql`${everyone?.toISOString() ?? null}::timestamptz`,
    factorGraceDays: sql`${days}::int`,
  });

/** An SQL condition, of a query that reads `users`: they have no second factor. Recovery codes end with the last one. */
export const hasNoFactor = (scope: Extent): SQL<boolean> =>
  sql<boolean>`${sql`(not exists (
  select 1 from ${secondFactors}
  where ${and(sameWorkspace(scope, secondFactors, users), isFactorOf(users.id))}))`}`;
