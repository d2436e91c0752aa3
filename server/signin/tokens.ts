import { and, eq, gt, isNull } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { signinTokens } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { everyWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import { minute, plus } from "@/server/kernel/time/clock";

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
 * Creates a single-use secret of 256 random bits; only its hash is stored.
 * @param lifeMs by default the lifetime of its purpose
 */
export async function issueToken(
  db: Db,
  { workspaceId, userId }: Person,
  purpose: TokenPurpose,
  returnTo: string | null,
  now: Date,
  lifeMs = tokenLifeMs[purpose],
): Promise<string> {
  const token = randomBase62(43);
  await db.insert(signinTokens).values({
    workspaceId,
    hash: sha256(token),
    purpose,
    userId,
    returnTo,
    createdAt: now,
    expiresAt: plus(now, lifeMs),
  });
  return token;
}

const anywhere = everyWorkspace("the secret says whose it is");

const usable = (token: string, purpose: TokenPurpose, now: Date) =>
  and(
    eq(signinTokens.hash, sha256(token)),
    eq(signinTokens.purpose, purpose),
    isNull(signinTokens.usedAt),
    gt(signinTokens.expiresAt, now),
  );

/** The person of a usable token, without using it. */
export async function peekToken(
  db: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<{ email: string; workspaceName: string } | null> {
  const [found] = await scoped(anywhere, signinTokens)
    .select(db, { email: users.email, workspaceName: workspaces.name })
    .innerJoin(users, eq(users.id, signinTokens.userId))
    .innerJoin(workspaces, eq(workspaces.id, signinTokens.workspaceId))
    .where(and(usable(token, purpose, now), eq(users.status, "ACTIVE")));
  return found ?? null;
}

/** The return path of a usable mailed link, without using it. */
export async function peekReturnTo(db: Db, token: string, now: Date): Promise<string | null> {
  const [found] = await scoped(anywhere, signinTokens)
    .select(db, { returnTo: signinTokens.returnTo })
    .where(usable(token, "MAGIC_LINK", now));
  return found?.returnTo ?? null;
}

/** Uses the token up. The guarded UPDATE decides: one of any number of parallel uses gets the row. */
export async function consumeToken(
  db: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<(Person & { returnTo: string | null }) | null> {
  const [used] = await scoped(anywhere, signinTokens)
    .update(db)
    .set({ usedAt: now })
    .where(usable(token, purpose, now))
    .returning({
      workspaceId: signinTokens.workspaceId,
      userId: signinTokens.userId,
      returnTo: signinTokens.returnTo,
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
