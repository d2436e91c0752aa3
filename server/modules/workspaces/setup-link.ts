import { and, eq, gt, lt, notExists } from "drizzle-orm";
import { setupLinks, workspaces } from "@/drizzle/schema/workspaces";
import { hour, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import type { Settings } from "@/server/kernel/env";
import { acquireLock } from "@/server/kernel/lock";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

export const setupLinkLifeMs = 24 * hour;

/** Nobody makes a workspace, or a link that makes one, while another does. */
export const lockFirstWorkspace = (tx: Db): Promise<void> => acquireLock(tx, "first-workspace");

async function hasWorkspace(db: Db): Promise<boolean> {
  return (await db.select({ id: workspaces.id }).from(workspaces).limit(1)).length > 0;
}

/**
 * A link that makes the first workspace, once and within a day; only the hash of its secret is kept.
 * @returns its secret; null when there is a workspace
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

/** What `npm start` prints. */
export const setupUrl = ({ appUrl }: Settings, token: string): string => `${appUrl}/set-up/${token}`;

/** Whether the link still makes a workspace. */
export async function isSetupLinkGood({ db, clock }: Services, token: string): Promise<boolean> {
  const found = await db
    .select({ hash: setupLinks.hash })
    .from(setupLinks)
    .where(
      and(
        eq(setupLinks.hash, sha256(token)),
        gt(setupLinks.expiresAt, clock()),
        notExists(db.select().from(workspaces)),
      ),
    );
  return found.length > 0;
}

/** Uses the link up, and with it every other. Must be called in the transaction that makes the workspace, which holds the first one. */
export async function consumeSetupLink(tx: Db, token: string, now: Date): Promise<boolean> {
  if (await hasWorkspace(tx)) return false;
  const gone = await tx.delete(setupLinks).returning();
  const hash = sha256(token);
  return gone.some((link) => link.hash.equals(hash) && link.expiresAt > now);
}
