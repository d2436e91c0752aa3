import { and, eq, isNull, notExists } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

/** Of somebody who never signed in: when they were invited last; null when they were not. */
export interface Invitation {
  sentAt: Date | null;
}

/** @returns null of who has signed in, or has a password */
export async function findInvitation({ db, actor }: Ctx, userId: string): Promise<Invitation | null> {
  const password = scoped(workspaceOf(users), credentials)
    .select(db, { userId: credentials.userId })
    .where(eq(credentials.userId, users.id));
  const session = scoped(workspaceOf(users), sessions)
    .select(db, { id: sessions.id })
    .where(eq(sessions.userId, users.id));
  const [found] = await scoped(workspaceOf(actor), users)
    .select(db, { sentAt: invitations.sentAt })
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(
      and(eq(users.id, userId), isNull(invitations.acceptedAt), notExists(password), notExists(session)),
    );
  return found ?? null;
}
