import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Db } from "@/server/kernel/database/db";
import type { FactorPolicy } from "./policy";

const fields = {
  connectionsOnly: workspaces.connectionsOnly,
  administratorsFactorSince: workspaces.administratorsFactorSince,
  everyoneFactorSince: workspaces.everyoneFactorSince,
  factorGraceDays: workspaces.factorGraceDays,
};

export interface SignInPolicy extends FactorPolicy {
  connectionsOnly: boolean;
}

/** Of a workspace that does not exist. */
const noPolicy: SignInPolicy = {
  connectionsOnly: false,
  administratorsFactorSince: null,
  everyoneFactorSince: null,
  factorGraceDays: 0,
};

/** The workspace's policy, whose row stays locked until the transaction ends. */
export async function lockPolicy(
  tx: Db,
  workspaceId: string,
  strength: "share" | "no key update",
): Promise<SignInPolicy> {
  const [policy] = await tx
    .select(fields)
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for(strength);
  return policy ?? noPolicy;
}

/** The workspace's policy. */
export async function readPolicy(db: Db, workspaceId: string): Promise<SignInPolicy> {
  const [policy] = await db.select(fields).from(workspaces).where(eq(workspaces.id, workspaceId));
  return policy ?? noPolicy;
}
