import { and, eq, isNotNull, type SQLWrapper } from "drizzle-orm";
import { secondFactors } from "@/drizzle/schema/second-factors";
import type { Db } from "@/server/kernel/database/db";
import { workspaceOf } from "./reach";
import { scoped } from "./scoped";

/** A person's factors that count: an app that waits for its first code does not. */
export const isFactorOf = (userId: string | SQLWrapper) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** Whether a person has a second factor (decision 2.21). */
export async function hasFactor(db: Db, person: { workspaceId: string; userId: string }): Promise<boolean> {
  const [one] = await scoped(workspaceOf(person), secondFactors)
    .select(db, { id: secondFactors.id })
    .where(isFactorOf(person.userId))
    .limit(1);
  return one !== undefined;
}
