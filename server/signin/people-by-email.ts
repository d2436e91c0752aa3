import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, sessions } from "@/drizzle/schema/signin";
import type { NotificationLocale, SignInMethod } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { theseWorkspaces } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  findIdentityAnywhere,
  type Identities,
  workspacesOfIdentity,
} from "@/server/access/workspaces-of-identity";
import type { Db } from "@/server/kernel/database/db";
import { typedAddress } from "@/server/kernel/mail/email-address";
import { mailLanguage } from "@/server/modules/people/people/mail-language";
import { isEmailVerified } from "@/server/modules/people/people/verify-email";
import { keptInEmergency } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";

/** A user who may sign in. The same address may belong to one person in each of several workspaces. */
export interface SigninPerson {
  workspaceId: string;
  userId: string;
  name: string;
  email: string;
  /** Of mails to them. */
  language: NotificationLocale;
  workspaceName: string;
  /** Null without a password. */
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  /** Whether the address is proven to be theirs; otherwise someone else may have typed it (decision 2.2). */
  isVerified: boolean;
  /** Whether the workspace is open to its connections only. */
  connectionsOnly: boolean;
  /** Whether they are an administrator who keeps their password then. */
  hasEmergencyAccess: boolean;
}

/**
 * Whether the workspace is closed to the person with this proof (decision 2.14): for what is offered. What is redeemed is decided by
 * `requireOpenSignIn`, in its transaction.
 */
export const isClosedTo = (
  { connectionsOnly, hasEmergencyAccess }: Pick<SigninPerson, "connectionsOnly" | "hasEmergencyAccess">,
  method: SignInMethod,
): boolean =>
  connectionsOnly && method !== "CONNECTION" && !(keptInEmergency.has(method) && hasEmergencyAccess);

/** For queries that join workspaces and, on the left, credentials. */
export const policyFields = {
  connectionsOnly: workspaces.connectionsOnly,
  hasEmergencyAccess: sql<boolean>`(${users.isAdmin} and coalesce(${credentials.hasEmergencyAccess}, false))`,
};

const fields = {
  workspaceId: users.workspaceId,
  userId: users.id,
  name: users.name,
  email: users.email,
  language: mailLanguage,
  workspaceName: workspaces.name,
  passwordHash: credentials.passwordHash,
  passwordChangedAt: credentials.updatedAt,
  isVerified: isEmailVerified,
  ...policyFields,
};

const lastSignIn = sql`(select max(${sessions.createdAt}) from ${sessions}
  where ${sessions.workspaceId} = ${users.workspaceId} and ${sessions.userId} = ${users.id})`;

/** Active people of these workspaces who match: the workspace of the last sign-in first, then the oldest person. */
export const findSigninPeople = async (
  db: Db,
  workspaceIds: readonly string[],
  which: SQL | undefined,
): Promise<SigninPerson[]> => {
  if (workspaceIds.length === 0) return [];
  return scoped(theseWorkspaces(workspaceIds), users)
    .select(db, fields)
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(which, eq(users.status, "ACTIVE")))
    .orderBy(sql`${lastSignIn} desc nulls last`, asc(users.createdAt), asc(users.id));
};

/** Active people who match, in the workspaces that know one of the identities. */
export async function findPeopleOf(
  db: Db,
  identities: Identities,
  which: SQL | undefined,
): Promise<SigninPerson[]> {
  const people = await findSigninPeople(db, await workspacesOfIdentity(db, identities), which);
  return people.length > 0 ? people : findSigninPeople(db, await findIdentityAnywhere(db, identities), which);
}

/** Active people with this address, verified or not. */
export const findPeopleByEmail = async (db: Db, email: string | null): Promise<SigninPerson[]> =>
  email === null
    ? []
    : findPeopleOf(
        db,
        { emails: [typedAddress(email)] },
        eq(sql`lower(${users.email})`, sql`lower(${typedAddress(email)})`),
      );
