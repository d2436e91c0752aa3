import { and, eq, ne } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { lockPolicy } from "./store";

/**
 * Refuses to take away the last way in. The caller has locked the connection that is to go; the lock of the policy decides between two that go
 * at once.
 * @throws ApiError CONFLICT
 */
export async function requireAnotherConnection(tx: Ctx, id: string): Promise<void> {
  const { workspaceId } = tx.actor;
  const { connectionsOnly } = await lockPolicy(tx.db, workspaceId, "no key update");
  if (!connectionsOnly) return;
  const [another] = await scoped(workspaceOf({ workspaceId }), connections)
    .select(tx.db, { id: connections.id })
    .where(and(eq(connections.state, "ACTIVE"), ne(connections.id, id)))
    .limit(1);
  if (another) return;
  throw new ApiError("CONFLICT", {
    ...because("lastConnection"),
    resolution: "Let people sign in in every way first, or activate another connection.",
  });
}
