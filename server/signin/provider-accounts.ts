import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { providerAccounts } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type AccountName, forgetIdentities, recordIdentities } from "@/server/access/workspaces-of-identity";
import type { Db } from "@/server/kernel/database/db";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { findPeopleOf, type SigninPerson } from "./people-by-email";

/** An account at a sign-in provider: `iss` and `sub` are never reassigned, as an address can be. */
export type ProviderAccount = AccountName;

const isAccount = ({ issuer, subject }: ProviderAccount): SQL =>
  sql`a.issuer = ${issuer} and a.subject = ${subject}`;
const remembered = (which: SQL): SQL =>
  sql`exists (select from ${providerAccounts} a where a.workspace_id = ${users.workspaceId} and ${which})`;

/** Whether the account belongs to a user of this workspace who is not deleted. */
const isTaken = (account: ProviderAccount): SQL =>
  remembered(sql`${isAccount(account)} and exists (select from ${users} u
    where u.workspace_id = a.workspace_id and u.id = a.user_id and u.status <> 'DELETED')`);

/** Whether the person has used another account of the provider with their current address. */
const hasAnother = ({ issuer }: ProviderAccount): SQL =>
  remembered(
    sql`a.issuer = ${issuer} and a.user_id = ${users.id} and lower(a.email) = lower(${users.email})`,
  );

/**
 * The account's people in all workspaces: as recorded; without a record, the user with the verified address who has used no other account
 * of this provider.
 * @param email verified by the provider; null when none is
 */
export function findPeopleOfAccount(
  db: Db,
  account: ProviderAccount,
  email: string | null,
): Promise<SigninPerson[]> {
  const own = remembered(sql`${isAccount(account)} and a.user_id = ${users.id}`);
  const byEmail =
    email === null
      ? undefined
      : and(
          eq(sql`lower(${users.email})`, sql`lower(${typedAddress(email)})`),
          sql`not ${isTaken(account)}`,
          sql`not ${hasAnother(account)}`,
        );
  const emails = email === null ? [] : [typedAddress(email)];
  return findPeopleOf(db, { emails, accounts: [account] }, or(own, byEmail));
}

/**
 * Records whose account it is. The unique indexes decide between concurrent first uses. `tx` must be a transaction.
 * @returns false when the account belongs to another user, or the person has used another one
 */
export async function rememberAccount(
  tx: Db,
  { workspaceId, userId, email }: SigninPerson,
  { issuer, subject }: ProviderAccount,
  now: Date,
): Promise<boolean> {
  const here = eq(providerAccounts.issuer, issuer);
  const accounts = scoped(workspaceOf({ workspaceId }), providerAccounts);
  const superseded = and(
    eq(providerAccounts.userId, userId),
    sql`lower(${providerAccounts.email}) <> lower(${email})`,
    sql`${providerAccounts.subject} <> ${subject}`,
  );
  const ofDeleted = and(
    eq(providerAccounts.subject, subject),
    sql`exists (select from ${users} u where u.workspace_id = ${workspaceId} and u.id = ${providerAccounts.userId}
      and u.status = 'DELETED')`,
  );
  const former = await accounts
    .delete(tx)
    .where(and(here, or(superseded, ofDeleted)))
    .returning({ issuer: providerAccounts.issuer, subject: providerAccounts.subject });
  const first = await tx
    .insert(providerAccounts)
    .values({ workspaceId, issuer, subject, userId, email, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: providerAccounts.userId });
  // A first use matches by the address, which the provider has verified; later ones match by the account, whatever the address then.
  if (first.length > 0) await verifyEmail(tx, { workspaceId, userId, email }, now);
  if (former.length > 0) await forgetIdentities(tx, workspaceId, { accounts: former });
  if (first.length > 0) await recordIdentities(tx, workspaceId, { accounts: [{ issuer, subject }] });
  const [row] = await accounts
    .select(tx, { userId: providerAccounts.userId })
    .where(and(here, eq(providerAccounts.subject, subject)));
  return row?.userId === userId;
}
