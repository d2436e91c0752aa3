import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { isEmailVerified } from "@/server/modules/people/people/verify-email";

/** The workspace's policy, whose row stays locked until the transaction ends. */
export async function lockPolicy(
  tx: Db,
  workspaceId: string,
  strength: "share" | "no key update",
): Promise<{ connectionsOnly: boolean }> {
  const [policy] = await tx
    .select({ connectionsOnly: workspaces.connectionsOnly })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for(strength);
  return policy ?? { connectionsOnly: false };
}

/** An administrator who could have emergency access: active, with a password at a proven address. */
export interface PasswordHolder {
  id: string;
  name: string;
  email: string;
  hasEmergencyAccess: boolean;
}

/** The administrators who have a password at a proven address, by name. */
export function findPasswordHolders(db: Db, workspaceId: string, which?: SQL): Promise<PasswordHolder[]> {
  return scoped(workspaceOf({ workspaceId }), users)
    .select(db, {
      id: users.id,
      name: users.name,
      email: users.email,
      hasEmergencyAccess: credentials.hasEmergencyAccess,
    })
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.status, "ACTIVE"), eq(users.isAdmin, true), isEmailVerified, which))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
}
