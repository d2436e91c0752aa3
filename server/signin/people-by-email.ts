import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/db";

/** Somebody who may sign in. The same address may belong to a person in each of several workspaces. */
export interface SigninPerson {
  workspaceId: string;
  userId: string;
  email: string;
  workspaceName: string;
  /** Null for somebody who has no password. */
  passwordHash: string | null;
}

/** Active people with this address, the workspace that was signed in to last first, then the oldest. */
export async function findPeopleByEmail(db: Db, email: string | null): Promise<SigninPerson[]> {
  if (email === null) return [];
  const lastSignIn = sql`(select max(${sessions.createdAt}) from ${sessions}
    where ${sessions.workspaceId} = ${users.workspaceId} and ${sessions.userId} = ${users.id})`;
  return db
    .select({
      workspaceId: users.workspaceId,
      userId: users.id,
      email: users.email,
      workspaceName: workspaces.name,
      passwordHash: credentials.passwordHash,
    })
    .from(users)
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .leftJoin(
      credentials,
      and(eq(credentials.workspaceId, users.workspaceId), eq(credentials.userId, users.id)),
    )
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${email})`), eq(users.status, "ACTIVE")))
    .orderBy(sql`${lastSignIn} desc nulls last`, asc(users.createdAt), asc(users.id));
}
