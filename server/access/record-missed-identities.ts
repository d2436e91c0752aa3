import { and, asc, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { positionIn } from "@/drizzle/schema/columns";
import { users } from "@/drizzle/schema/people";
import { providerAccounts } from "@/drizzle/schema/signin";
import type { Db } from "@/server/kernel/database/db";
import { firstId } from "@/server/kernel/database/page-token";
import type { Services } from "@/server/kernel/services";
import { everyWorkspace, workspaceOf } from "./reach";
import { scoped } from "./scoped";
import { recordIdentities } from "./workspaces-of-identity";

/** Rows of one transaction, which locks them. */
const together = 500;

/** Some rests of the job; by the database's clock, as are the times of users. */
const isRecent = (at: SQL | AnyPgColumn): SQL => sql`${at} > now() - interval '3 hours'`;
const isRecentUser = isRecent(positionIn(users));
const isRecentAccount = isRecent(providerAccounts.createdAt);

/** The workspaces with such rows; without locks. */
async function findWorkspaces(
  db: Db,
  table: PgTable & { workspaceId: AnyPgColumn<{ notNull: true }> },
  condition: SQL,
): Promise<string[]> {
  const anywhere = everyWorkspace("finds where something was written");
  const found = await scoped(anywhere, table).selectDistinct(db, { id: table.workspaceId }).where(condition);
  return found.map(({ id }) => id as string);
}

/** Records the addresses of the next people of a workspace. @returns the last one's id; null at the end */
const recordAddresses = (db: Db, workspaceId: string, after: string): Promise<string | null> =>
  db.transaction(async (tx) => {
    const people = await scoped(workspaceOf({ workspaceId }), users)
      .select(tx, { id: users.id, email: users.email })
      .where(and(gt(users.id, after), isNull(users.erasedAt), isRecentUser))
      .orderBy(asc(users.id))
      .limit(together)
      // An address is recorded only while its row is locked; a change that is under way records it itself, or the next call does.
      .for("share", { skipLocked: true });
    if (people.length > 0)
      await recordIdentities(tx, workspaceId, { emails: people.map(({ email }) => email) });
    return people.length === together ? (people.at(-1)?.id ?? null) : null;
  });

/** Records the recent provider accounts of a workspace: each took its user a sign-in, so there are few. */
const recordAccounts = (db: Db, workspaceId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { issuer, subject } = providerAccounts;
    const accounts = await scoped(workspaceOf({ workspaceId }), providerAccounts)
      .select(tx, { issuer, subject })
      .where(isRecentAccount)
      .for("share", { skipLocked: true });
    if (accounts.length > 0) await recordIdentities(tx, workspaceId, { accounts });
  });

/**
 * Due work: records the identities that a process of the release before wrote during an upgrade. Sign-in finds one by itself where the
 * directory does not know the identity at all, but not in a further workspace.
 * @returns the number of workspaces
 */
export async function recordMissedIdentities({ db }: Services): Promise<number> {
  const ofPeople = await findWorkspaces(db, users, isRecentUser);
  for (const workspaceId of ofPeople) {
    let after: string | null = firstId;
    while (after !== null) after = await recordAddresses(db, workspaceId, after);
  }
  const ofAccounts = await findWorkspaces(db, providerAccounts, isRecentAccount);
  for (const workspaceId of ofAccounts) await recordAccounts(db, workspaceId);
  return new Set([...ofPeople, ...ofAccounts]).size;
}
