import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { verifiedEmails } from "@/drizzle/schema/signin";
import { everyWorkspace } from "@/server/access/reach";
import { sameWorkspace } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";

interface Verified {
  workspaceId: string;
  userId: string;
  email: string;
}

/**
 * Records that the address is proven to be the person's: they followed a link mailed to it, or a provider or the operator vouches for it.
 */
export async function verifyEmail(tx: Db, { workspaceId, userId, email }: Verified, at: Date): Promise<void> {
  const row = { email, verifiedAt: at };
  await tx
    .insert(verifiedEmails)
    .values({ workspaceId, userId, ...row })
    .onConflictDoUpdate({ target: [verifiedEmails.workspaceId, verifiedEmails.userId], set: row });
}

/** A column for queries on people: whether their current address is the proven one. */
export const isEmailVerified = sql<boolean>`${sql`exists (select from ${verifiedEmails}
  where ${sameWorkspace(everyWorkspace("somebody signs in by an address"), verifiedEmails, users)} and ${verifiedEmails.userId} = ${users.id}
    and lower(${verifiedEmails.email}) = lower(${users.email}))`}`;
