import { and, eq, or, sql } from "drizzle-orm";
import { connectionAccounts } from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import type { UserStatus } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { findSigninPeople, type SigninPerson } from "../people-by-email";

/** An account at a connection's provider: `iss` and `sub`, which some providers give out for each client anew. */
export interface ConnectionAccount {
  workspaceId: string;
  connectionId: string;
  issuer: string;
  subject: string;
}

/** Whose account it is. `isLinked`: by the account itself, not by its address. */
export type AccountOwner =
  | { kind: "person"; person: SigninPerson; isLinked: boolean }
  /** Someone who may not sign in, or has used another account. */
  | { kind: "refused" }
  | { kind: "none" };

const isAccount = ({ connectionId, issuer, subject }: ConnectionAccount) =>
  and(
    eq(connectionAccounts.connectionId, connectionId),
    eq(connectionAccounts.issuer, issuer),
    eq(connectionAccounts.subject, subject),
  );

/** The person with this status; of an account that is linked, and of an address. */
async function personOf(db: Db, workspaceId: string, userId: string): Promise<SigninPerson | null> {
  const [person] = await findSigninPeople(db, [workspaceId], eq(users.id, userId));
  return person ?? null;
}

async function findLinked(db: Db, account: ConnectionAccount) {
  const [found] = await scoped(workspaceOf(account), connectionAccounts)
    .select(db, { userId: users.id, status: users.status })
    .innerJoin(users, eq(users.id, connectionAccounts.userId))
    .where(isAccount(account));
  return found as { userId: string; status: UserStatus } | undefined;
}

async function findByAddress(db: Db, { workspaceId }: ConnectionAccount, email: string) {
  const [found] = await scoped(workspaceOf({ workspaceId }), users)
    .select(db, { userId: users.id, status: users.status })
    .where(and(sql`lower(${users.email}) = lower(${email})`, sql`${users.status} <> 'DELETED'`));
  return found as { userId: string; status: UserStatus } | undefined;
}

/** Whether the person has used another account of the connection with their current address. */
async function hasAnother(
  db: Db,
  { workspaceId, connectionId, issuer }: ConnectionAccount,
  person: SigninPerson,
) {
  const [found] = await scoped(workspaceOf({ workspaceId }), connectionAccounts)
    .select(db, { userId: connectionAccounts.userId })
    .where(
      and(
        eq(connectionAccounts.connectionId, connectionId),
        eq(connectionAccounts.issuer, issuer),
        eq(connectionAccounts.userId, person.userId),
        sql`lower(${connectionAccounts.email}) = lower(${person.email})`,
      ),
    );
  return found !== undefined;
}

/**
 * Whose account it is in the connection's workspace, and in no other: as recorded; without a record, whose address it names.
 * @param email within the workspace's verified domains; null when none counts
 */
export async function findAccountOwner(
  db: Db,
  account: ConnectionAccount,
  email: string | null,
): Promise<AccountOwner> {
  const linked = await findLinked(db, account);
  if (linked && linked.status !== "DELETED") {
    const person = await personOf(db, account.workspaceId, linked.userId);
    return person ? { kind: "person", person, isLinked: true } : { kind: "refused" };
  }
  const addressed = email === null ? undefined : await findByAddress(db, account, email);
  if (!addressed) return { kind: "none" };
  const person = await personOf(db, account.workspaceId, addressed.userId);
  if (!person || (await hasAnother(db, account, person))) return { kind: "refused" };
  return { kind: "person", person, isLinked: false };
}

/**
 * Records whose account it is. The unique indexes decide between concurrent first uses. `tx` must be a transaction.
 * @returns false when the account belongs to another person, or the person has used another one
 */
export async function rememberConnectionAccount(
  tx: Db,
  { userId, email }: SigninPerson,
  account: ConnectionAccount,
  now: Date,
): Promise<boolean> {
  const { workspaceId, connectionId, issuer, subject } = account;
  const accounts = scoped(workspaceOf({ workspaceId }), connectionAccounts);
  const superseded = and(
    eq(connectionAccounts.userId, userId),
    sql`lower(${connectionAccounts.email}) <> lower(${email})`,
    sql`${connectionAccounts.subject} <> ${subject}`,
  );
  const ofDeleted = and(
    eq(connectionAccounts.subject, subject),
    sql`exists (select from ${users} u where u.workspace_id = ${workspaceId} and u.id = ${connectionAccounts.userId}
      and u.status = 'DELETED')`,
  );
  await accounts
    .delete(tx)
    .where(
      and(
        eq(connectionAccounts.connectionId, connectionId),
        eq(connectionAccounts.issuer, issuer),
        or(superseded, ofDeleted),
      ),
    );
  const first = await tx
    .insert(connectionAccounts)
    .values({ workspaceId, connectionId, issuer, subject, userId, email, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: connectionAccounts.userId });
  // A first use matches by the address, in a domain that the workspace has proven.
  if (first.length > 0) await verifyEmail(tx, { workspaceId, userId, email }, now);
  const [row] = await accounts.select(tx, { userId: connectionAccounts.userId }).where(isAccount(account));
  return row?.userId === userId;
}
