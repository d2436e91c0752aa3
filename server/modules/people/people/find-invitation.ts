import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** The last invitation of a user who never signed in; null when there is none. */
export interface Invitation {
  sentAt: Date | null;
}

/** Condition for a query on people and their invitations. */
export function neverSignedIn(db: Db, place: { workspaceId: string }) {
  const password = scoped(workspaceOf(place), credentials)
    .select(db, { userId: credentials.userId })
    .where(eq(credentials.userId, users.id));
  const session = scoped(workspaceOf(place), sessions)
    .select(db, { id: sessions.id })
    .where(eq(sessions.userId, users.id));
  return and(isNull(invitations.acceptedAt), notExists(password), notExists(session));
}

/** @returns null for a user who has signed in or has a password */
export async function findInvitation(ctx: Ctx, userId: string): Promise<Invitation | null> {
  const [found] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { sentAt: invitations.sentAt })
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(and(eq(users.id, userId), neverSignedIn(ctx.db, ctx.actor)));
  return found ?? null;
}

/** Which of the given people can be invited, and how many need no invitation or cannot get one. */
export interface Invitable {
  ids: string[];
  signedInCount: number;
  inactiveCount: number;
}

/** Only for people within the caller's reach; others are left out. */
export async function findInvitable(ctx: Ctx, userIds: readonly string[]): Promise<Invitable> {
  const rows = await scoped(ctx.reach, users)
    .select(ctx.db, {
      id: users.id,
      status: users.status,
      isNew: sql<boolean>`${neverSignedIn(ctx.db, ctx.actor)}`,
    })
    .leftJoin(invitations, eq(invitations.userId, users.id))
    .where(isAnyOf(users.id, userIds))
    .orderBy(users.id);
  const active = rows.filter(({ status }) => status === "ACTIVE");
  const invitable = active.filter(({ isNew }) => isNew);
  return {
    ids: invitable.map(({ id }) => id),
    signedInCount: active.length - invitable.length,
    inactiveCount: rows.filter(({ status }) => status === "INACTIVE").length,
  };
}
