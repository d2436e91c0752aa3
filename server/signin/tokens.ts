import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, signinTokens } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import type { Db } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute, plus } from "@/server/kernel/time/clock";
import { newSecret, presentedSecret } from "@/server/kernel/workspace-secret";
import { neverSignedIn } from "@/server/modules/people/people/find-invitation";
import { isClosedTo, policyFields } from "./people-by-email";

export type TokenPurpose = "MAGIC_LINK" | "PASSWORD_RESET";

/** Lifetime of mailed secrets. */
export const tokenLifeMs: Record<TokenPurpose, number> = {
  MAGIC_LINK: 15 * minute,
  PASSWORD_RESET: 60 * minute,
};

interface Person {
  workspaceId: string;
  userId: string;
}

/**
 * Creates a single-use secret; only its hash is stored.
 * @param lifeMs by default the lifetime of its purpose
 * @param isMailed false where it reaches the person by other means, and so proves no address
 */
export async function issueToken(
  db: Db,
  { workspaceId, userId }: Person,
  purpose: TokenPurpose,
  returnTo: string | null,
  now: Date,
  lifeMs = tokenLifeMs[purpose],
  isMailed = true,
): Promise<string> {
  const token = newSecret(workspaceId);
  await db.insert(signinTokens).values({
    workspaceId,
    hash: sha256(token),
    purpose,
    userId,
    isMailed,
    returnTo,
    createdAt: now,
    expiresAt: plus(now, lifeMs),
  });
  return token;
}

/** A presented secret: its hash, and the workspace in which to look for it. */
interface TokenPlace {
  workspaceId: string;
  hash: Buffer;
}

/** Where the row of a mailed secret is, if it has one. Not inside a transaction. @returns null when no workspace knows it */
export async function placeOfToken(services: Services, token: string): Promise<TokenPlace | null> {
  const presented = presentedSecret(token);
  const workspaceId = await workspaceOfSecret(services, "signinToken", presented);
  return workspaceId === null ? null : { workspaceId, hash: presented.hash };
}

const usable = ({ hash }: TokenPlace, purpose: TokenPurpose, now: Date) =>
  and(
    eq(signinTokens.hash, hash),
    eq(signinTokens.purpose, purpose),
    isNull(signinTokens.usedAt),
    gt(signinTokens.expiresAt, now),
  );

/** The person of a usable mailed link. */
interface LinkedPerson extends Person {
  email: string;
  workspaceName: string;
  /** Whether they never had a password or signed in, as after an invitation. */
  isNew: boolean;
  /** Whether the workspace is open to its connections only, so that the link opens nothing. */
  isClosed: boolean;
}

/** The person of a usable token, without using it. */
export async function peekToken(
  services: Services,
  token: string,
  purpose: TokenPurpose,
): Promise<LinkedPerson | null> {
  const place = await placeOfToken(services, token);
  if (!place) return null;
  const [found] = await scoped(workspaceOf(place), signinTokens)
    .select(services.db, {
      workspaceId: users.workspaceId,
      userId: users.id,
      email: users.email,
      workspaceName: workspaces.name,
      isNew: sql<boolean>`${neverSignedIn(services.db, place)}`,
      ...policyFields,
    })
    .innerJoin(users, eq(users.id, signinTokens.userId))
    .innerJoin(workspaces, eq(workspaces.id, signinTokens.workspaceId))
    .leftJoin(invitations, eq(invitations.userId, signinTokens.userId))
    .leftJoin(credentials, eq(credentials.userId, signinTokens.userId))
    .where(and(usable(place, purpose, services.clock()), eq(users.status, "ACTIVE")));
  if (!found) return null;
  const { connectionsOnly, hasEmergencyAccess, ...person } = found;
  // Who keeps their password may choose another.
  const method = purpose === "PASSWORD_RESET" ? "PASSWORD" : "LINK";
  return { ...person, isClosed: isClosedTo({ connectionsOnly, hasEmergencyAccess }, method) };
}

/** The return path of a usable mailed link, without using it. */
export async function peekReturnTo(services: Services, token: string): Promise<string | null> {
  const place = await placeOfToken(services, token);
  if (!place) return null;
  const [found] = await scoped(workspaceOf(place), signinTokens)
    .select(services.db, { returnTo: signinTokens.returnTo })
    .where(usable(place, "MAGIC_LINK", services.clock()));
  return found?.returnTo ?? null;
}

/** Uses the secret up. The guarded UPDATE decides: one of any number of parallel uses gets the row. */
export async function consumeToken(
  db: Db,
  place: TokenPlace,
  purpose: TokenPurpose,
  now: Date,
): Promise<(Person & { returnTo: string | null; isMailed: boolean }) | null> {
  const [used] = await scoped(workspaceOf(place), signinTokens)
    .update(db)
    .set({ usedAt: now })
    .where(usable(place, purpose, now))
    .returning({
      workspaceId: signinTokens.workspaceId,
      userId: signinTokens.userId,
      returnTo: signinTokens.returnTo,
      isMailed: signinTokens.isMailed,
    });
  return used ?? null;
}

/** Voids everything mailed to a person before. */
export async function retireTokens(db: Db, { workspaceId, userId }: Person, now: Date): Promise<void> {
  await scoped(workspaceOf({ workspaceId }), signinTokens)
    .update(db)
    .set({ usedAt: now })
    .where(and(eq(signinTokens.userId, userId), isNull(signinTokens.usedAt)));
}
