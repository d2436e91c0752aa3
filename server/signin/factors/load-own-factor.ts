import { and, eq, isNotNull } from "drizzle-orm";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { FactorRow, Person } from "./store";

/** The person's factor, whose row stays locked until the transaction ends. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadOwnFactor(tx: Db, person: Person, id: string): Promise<FactorRow> {
  const [row] = await scoped(workspaceOf(person), secondFactors)
    .selectAll(tx)
    .where(
      and(
        eq(secondFactors.id, id),
        eq(secondFactors.userId, person.userId),
        isNotNull(secondFactors.confirmedAt),
      ),
    )
    .for("update");
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND", because("factorMissing"));
  return row;
}
