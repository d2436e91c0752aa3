import { sql } from "drizzle-orm";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import {
  type Change,
  countOtherAdministrators,
  findEmergencyHolders,
  findProvisioned,
  findUncoveredBy,
  type Judged,
  judge,
  readCandidates,
  resolveChange,
} from "./judge-changes";
import type { UsersUpdate } from "./schema";
import { type UsersUpdated, updatedOf } from "./update-users";

/** The expected result of a change. */
export interface UsersChangePreview extends UsersUpdated {
  /** Leave from today on of people who would move to another location: it keeps its days. */
  leaveCount: number;
}

const { placeholder } = sql;

const countLeave = statement<{ count: number }>(sql`select count(*)::int as count from ${leaves} l
  where l.workspace_id = ${placeholder("workspaceId")}::uuid and l.user_id = any(${placeholder("userIds")}::uuid[])
    and ${isInEffect(sql`l.status`)} and l.end_date >= ${placeholder("today")}::date`);

/**
 * The result that `updateUsers` would have now, by the same rules, without writing anything.
 * @throws ApiError as `updateUsers`
 */
export async function previewUsersChange(
  ctx: Ctx,
  { userIds, change: wanted }: UsersUpdate,
): Promise<UsersChangePreview> {
  requireRight(ctx, "users:write");
  const change = await resolveChange(ctx, wanted);
  const ids = [...new Set(userIds)].sort();
  const judged = await judgeAll(ctx, ids, change);
  const moving = judged.filter(({ effect }) => effect?.place.locationId).map(({ id }) => id);
  const [counted] =
    moving.length > 0
      ? await countLeave(ctx.db, {
          workspaceId: ctx.actor.workspaceId,
          userIds: arrayOf(moving),
          today: ctx.now().toISOString(),
        })
      : [];
  return { ...updatedOf(judged), leaveCount: counted?.count ?? 0 };
}

async function judgeAll(ctx: Ctx, ids: readonly string[], change: Change): Promise<Judged[]> {
  const found = await readCandidates(ctx, ids, "");
  const [administratorsLeft, holders, uncovered, provisioned] = await Promise.all([
    countOtherAdministrators(ctx, change),
    findEmergencyHolders(ctx, change),
    findUncoveredBy(ctx, change, found),
    findProvisioned(ctx, ids),
  ]);
  const state = { administratorsLeft, holders, uncovered, provisioned };
  return ids.map((id) => judge(ctx, id, found.get(id), change, state));
}
