import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { isEmailVerified } from "./verify-email";

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
