import { sql } from "drizzle-orm";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import type { StoredPattern } from "@/server/modules/leave/calendars/read-patterns";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { recountLeaves } from "@/server/modules/leave/requests/recount-leaves";
import { recordAudits } from "@/server/modules/workspace/audit/record";
import type { PatternEffect } from "./find-pattern-effects";
import type { Pattern } from "./policy";

/** A change to a person's patterns, with its effect. */
export interface WantedChange {
  effect: PatternEffect;
  /** Null when patterns are only removed. */
  add: StoredPattern | null;
}

/**
 * Writes changes to people's patterns, and recounts their leave (decision 12.5), in the caller's transaction, which has locked both.
 * @returns the ids of the added patterns
 */
export async function writePatterns(tx: Ctx, changes: readonly WantedChange[]): Promise<string[]> {
  const gone = changes.flatMap(({ effect }) =>
    effect.gone.map((row) => ({ row, userId: effect.employee.id })),
  );
  const goneIds = gone.map(({ row }) => row.id);
  if (goneIds.length > 0)
    await scoped(workspaceOf(tx.actor), workPatterns).delete(tx.db).where(isAnyOf(workPatterns.id, goneIds));
  await recordAudits(
    tx,
    gone.map(({ row, userId }) => lineOf("delete", userId, row)),
  );
  const added = await addPatterns(
    tx,
    changes.flatMap(({ effect, add }) => (add ? [{ userId: effect.employee.id, ...add }] : [])),
  );
  await recountLeaves(
    tx,
    changes.flatMap(({ effect }) => [...effect.recounts, ...effect.shifted]),
  );
  return added;
}

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${workPatterns} (workspace_id, id, user_id, starts_on, cycle_start, minutes, created_by_id, created_at)
  select ${placeholder("workspaceId")}::uuid, id, "userId", "startsOn", "cycleStart", nullif(minutes, 'null'::jsonb),
    ${placeholder("createdById")}::uuid, ${placeholder("at")}::timestamptz
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, "userId" uuid, "startsOn" date,
    "cycleStart" date, minutes jsonb)`);

/**
 * Writes patterns of many people in two statements, with an audit line for each, in the caller's transaction. Recounts no leave.
 * @returns the ids of the patterns, in this order
 */
export async function addPatterns(
  tx: Ctx,
  added: readonly (StoredPattern & { userId: string })[],
): Promise<string[]> {
  if (added.length === 0) return [];
  const rows = added.map((pattern) => ({ ...pattern, id: newId() }));
  const { workspaceId, userId: createdById } = tx.actor;
  const at = tx.now().toISOString();
  await insert(tx.db, { workspaceId, createdById, at, rows: JSON.stringify(rows) });
  await recordAudits(
    tx,
    rows.map((row) => lineOf("create", row.userId, row)),
  );
  return rows.map(({ id }) => id);
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

/** @throws ApiError LEAVE_NEGATIVE_BALANCE when leave would no longer be covered, with the leaves and the missing days */
export function refuseUncovered({ uncovered }: PatternEffect): void {
  if (uncovered.length === 0) return;
  const missing = toDays(uncovered.reduce((sum, one) => sum + one.missing, 0));
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    ...because("patternUncovers", { days: missing }),
    resolution: "Give the user days first, or shorten or cancel the leave.",
    details: {
      missing,
      leaves: uncovered.flatMap(({ leaves }) =>
        leaves.map(({ id, startDate, endDate }) => ({ leaveId: encodeId("leave", id), startDate, endDate })),
      ),
    },
  });
}
