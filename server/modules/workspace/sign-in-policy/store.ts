import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";

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
