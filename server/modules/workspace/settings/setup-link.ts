import { and, eq, gt, lt, notExists } from "drizzle-orm";
import { setupLinks, workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";
import { ofEvery } from "@/server/kernel/database/in-batch";
import { acquireLock } from "@/server/kernel/database/lock";
import type { Settings } from "@/server/kernel/env";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { hour, plus } from "@/server/kernel/time/clock";

export const setupLinkLifeMs = 24 * hour;

const isFirst = ofEvery("whether there is any");

/** Serializes the creation of the first workspace, and of links that create it. */
export const lockFirstWorkspace = (tx: Db): Promise<void> => acquireLock(tx, "first-workspace");

/** Whether the installation has any workspace. */
export async function hasWorkspace(db: Db): Promise<boolean> {
  return (await db.select({ id: workspaces.id }).from(workspaces).where(isFirst).limit(1)).length > 0;
}

/**
 * Creates a link for the first workspace, single-use and valid for a day; only the hash of its secret is stored.
 * @returns its secret; null when a workspace exists
 */
export function issueSetupLink({ db, clock }: Services): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockFirstWorkspace(tx);
    if (await hasWorkspace(tx)) return null;
    const now = clock();
    const token = randomBase62(43);
    await tx.delete(setupLinks).where(lt(setupLinks.expiresAt, now));
    await tx.insert(setupLinks).values({ hash: sha256(token), expiresAt: plus(now, setupLinkLifeMs) });
    return token;
  });
}

/** The URL printed by `npm start`. */
export const setupUrl = ({ appUrl }: Settings, token: string): string => `${appUrl}/set-up/${token}`;

/** Whether the link can still create a workspace. */
export async function isSetupLinkGood({ db, clock }: Services, token: string): Promise<boolean> {
  const found = await db
    .select({ hash: setupLinks.hash })
    .from(setupLinks)
    .where(
      and(
        eq(setupLinks.hash, sha256(token)),
        gt(setupLinks.expiresAt, clock()),
        notExists(db.select().from(workspaces).where(isFirst)),
      ),
    );
  return found.length > 0;
}

/**
 * Uses up all links.
 * @returns whether this one was valid. Must run in the transaction that creates the workspace, which has locked the first one.
 */
export async function consumeSetupLink(tx: Db, token: string, now: Date): Promise<boolean> {
  if (await hasWorkspace(tx)) return false;
  const gone = await tx.delete(setupLinks).returning();
  const hash = sha256(token);
  return gone.some((link) => link.hash.equals(hash) && link.expiresAt > now);
}
