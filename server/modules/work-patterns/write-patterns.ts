import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { recordAudits } from "@/server/modules/audit/record";
import { recountLeaves } from "@/server/modules/leaves/recount-leaves";
import type { StoredPattern } from "@/server/modules/work-calendar/read-patterns";
import { toDays } from "@/server/modules/work-calendar/working-days";
import type { PatternEffect } from "./find-pattern-effect";
import type { Pattern } from "./policy";

/**
 * Writes a change of a person's patterns, and recounts their leave (decision 12.5), in the caller's transaction, which holds both.
 * @returns the id of what is added; null where nothing is
 * @throws ApiError LEAVE_NEGATIVE_BALANCE where leave would not be covered any more
 */
export async function writePatterns(
  tx: Ctx,
  userId: string,
  add: StoredPattern | null,
  effect: PatternEffect,
): Promise<string | null> {
  refuseUncovered(effect);
  const { workspaceId, userId: createdById } = tx.actor;
  const goneIds = effect.gone.map(({ id }) => id);
  if (goneIds.length > 0)
    await scoped(workspaceOf(tx.actor), workPatterns).delete(tx.db).where(isAnyOf(workPatterns.id, goneIds));
  const id = add && newId();
  if (add && id)
    await tx.db
      .insert(workPatterns)
      .values({ workspaceId, id, userId, ...add, createdById, createdAt: tx.now() });
  await recordAudits(tx, [
    ...effect.gone.map((pattern) => lineOf("delete", userId, pattern)),
    ...(add && id ? [lineOf("create", userId, { ...add, id })] : []),
  ]);
  await recountLeaves(tx, effect.recounts);
  return id;
}

function lineOf(verb: "create" | "delete", userId: string, { id, startsOn, minutes }: Pattern) {
  const facts = { userId, startsOn, minutes };
  const side = verb === "create" ? "to" : "from";
  return {
    action: `work_pattern.${verb}`,
    resourceType: "work_pattern",
    resourceId: id,
    changes: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { [side]: value }])),
  };
}

function refuseUncovered({ uncovered }: PatternEffect): void {
  if (uncovered.length === 0) return;
  const missing = toDays(uncovered.reduce((sum, one) => sum + one.missing, 0));
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `This would leave ${missing} days of booked or requested leave uncovered.`,
    resolution: "Give the user days first, or shorten or cancel the leave.",
    details: {
      missing,
      leaves: uncovered.flatMap(({ leaves }) =>
        leaves.map(({ id, startDate, endDate }) => ({ leaveId: encodeId("leave", id), startDate, endDate })),
      ),
    },
  });
}
