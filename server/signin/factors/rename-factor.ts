import { eq } from "drizzle-orm";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { personOf } from "../person-of";
import { loadOwnFactor } from "./load-own-factor";

/** Renames a factor of the acting person. @throws ApiError RESOURCE_NOT_FOUND */
export function renameFactor(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<void> {
  const person = personOf(ctx);
  return inTransaction(ctx, async (tx) => {
    const before = await loadOwnFactor(tx.db, person, id);
    if (before.name === name) return;
    await scoped(workspaceOf(person), secondFactors)
      .update(tx.db)
      .set({ name })
      .where(eq(secondFactors.id, id));
    await recordAudit(tx, {
      action: "second_factor.update",
      resourceType: "second_factor",
      resourceId: id,
      changes: { name: { from: before.name, to: name } },
    });
  });
}
