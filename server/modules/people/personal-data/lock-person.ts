import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { covers } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/**
 * Loads a person for an erasure and locks their row until the transaction ends: the second of two concurrent erasures finds them erased.
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when they are active
 */
export async function lockPerson(tx: Ctx, id: string) {
  const [row] = await scoped(workspaceOf(tx.actor), users)
    .selectAll(tx.db)
    .where(eq(users.id, id))
    .for("no key update");
  if (!row || !covers(tx, row)) throw new ApiError("RESOURCE_NOT_FOUND");
  if (row.status === "ACTIVE")
    throw new ApiError("CONFLICT", {
      ...because("eraseActive"),
      resolution: "Deactivate them first, then erase their data.",
    });
  return row;
}
