import { and, eq, sql } from "drizzle-orm";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { broughtAlong } from "@/server/modules/leave/calendars/closed-through";
import { recordAudits } from "@/server/modules/workspace/audit/record";
import { endAccess } from "./end-access";
import { findUsers } from "./find-users";
import {
  countOtherAdministrators,
  findEmergencyHolders,
  findProvisioned,
  findUncoveredBy,
  type Judged,
  judge,
  readCandidates,
  resolveChange,
} from "./judge-changes";
import { lockAdministrators } from "./lock-user";
import { snapshotOf } from "./policy";
import type { UsersUpdate } from "./schema";

/** Rows locked and written together; progress is reported between chunks. */
const chunkSize = 250;

/** The outcome for each named person. */
export interface UsersUpdated {
  changedCount: number;
  unchangedCount: number;
  failedCount: number;
  users: Judged[];
}

/**
 * Changes many people at once, in the order of their ids, so that concurrent changes do not deadlock. Writes only the fields of the body:
 * concurrent changes of other fields stay.
 * @returns the outcome of each person; one who cannot be changed is no error
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR for a place or label that does not exist or lies outside the caller's reach
 */
export function updateUsers(ctx: Ctx, { userIds, change: wanted }: UsersUpdate): Promise<UsersUpdated> {
  requireRight(ctx, "users:write");
  return inTransaction(ctx, async (tx) => {
    const change = await resolveChange(tx, wanted);
    if (change.deactivates) await lockAdministrators(tx);
    if (change.place.locationId) await lockRulesShared(tx);
    const ids = [...new Set(userIds)].sort();
    const leaders = {
      administratorsLeft: await countOtherAdministrators(tx, change),
      holders: await findEmergencyHolders(tx, change),
    };
    const judged: Judged[] = [];
    for (let start = 0; start < ids.length; start += chunkSize) {
      const chunk = ids.slice(start, start + chunkSize);
      const found = await readCandidates(tx, chunk, "hold");
      const state = Object.assign(leaders, {
        uncovered: await findUncoveredBy(tx, change, found),
        provisioned: await findProvisioned(tx, chunk),
      });
      const outcomes = chunk.map((id) => judge(tx, id, found.get(id), change, state));
      await write(tx, outcomes);
      judged.push(...outcomes);
      tx.report?.({ done: judged.length, total: ids.length });
    }
    return updatedOf(judged);
  });
}

/** Counts the outcomes, real or expected. */
export function updatedOf(judged: Judged[]): UsersUpdated {
  const countOf = (status: Judged["status"]) => judged.filter((one) => one.status === status).length;
  return {
    changedCount: countOf("changed"),
    unchangedCount: countOf("unchanged"),
    failedCount: countOf("failed"),
    users: judged,
  };
}

const { placeholder } = sql;
const insertLabels = statement(sql`
  insert into ${userLabels} (workspace_id, user_id, label_id)
  select ${placeholder("workspaceId")}::uuid, u.id, ${placeholder("labelId")}::uuid
  from unnest(${placeholder("userIds")}::uuid[]) as u(id) on conflict do nothing`);

async function write(tx: Ctx, outcomes: readonly Judged[]): Promise<void> {
  const changed = outcomes.filter((one) => one.status === "changed");
  if (changed.length === 0) return;
  await movePeople(tx, changed);
  await relabel(tx, changed);
  const leaving = changed.filter(({ effect }) => effect?.deactivates);
  await deactivate(
    tx,
    leaving.map(({ id }) => id),
  );
  await recordAudits(
    tx,
    changed.flatMap(({ id, effect }) => [
      ...(effect && Object.keys(effect.changes).length > 0
        ? [{ action: "user.update", resourceType: "user", resourceId: id, changes: effect.changes }]
        : []),
      ...(effect?.deactivates
        ? [
            {
              action: "user.deactivate",
              resourceType: "user",
              resourceId: id,
              changes: { status: { from: "ACTIVE", to: "INACTIVE" } },
            },
          ]
        : []),
    ]),
  );
  await tellOf(tx, changed);
}

/** People whose labels alone change are written, too: their record changes. */
async function movePeople(tx: Ctx, changed: readonly Judged[]): Promise<void> {
  const moved = changed.filter(({ effect }) => effect && Object.keys(effect.changes).length > 0);
  // The requested place is the same for all: a person who is there already keeps it.
  const place = Object.assign({}, ...moved.map(({ effect }) => effect?.place)) as Partial<
    typeof users.$inferInsert
  >;
  if (moved.length === 0) return;
  await scoped(workspaceOf(tx.actor), users)
    .update(tx.db)
    .set({
      ...place,
      ...(place.locationId && { closedThrough: broughtAlong(tx.actor.workspaceId) }),
      updatedAt: tx.now(),
    })
    .where(
      isAnyOf(
        users.id,
        moved.map(({ id }) => id),
      ),
    );
}

async function relabel(tx: Ctx, changed: readonly Judged[]): Promise<void> {
  const { workspaceId } = tx.actor;
  const labels = new Map<string, { added: string[]; removed: string[] }>();
  for (const { id, effect } of changed)
    for (const how of ["added", "removed"] as const)
      for (const label of effect?.[how] ?? []) {
        const known = labels.get(label.id) ?? { added: [], removed: [] };
        known[how].push(id);
        labels.set(label.id, known);
      }
  for (const [labelId, { added, removed }] of labels) {
    if (added.length > 0) await insertLabels(tx.db, { workspaceId, labelId, userIds: arrayOf(added) });
    if (removed.length > 0)
      await scoped(workspaceOf({ workspaceId }), userLabels)
        .delete(tx.db)
        .where(and(eq(userLabels.labelId, labelId), isAnyOf(userLabels.userId, removed)));
  }
}

async function deactivate(tx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await scoped(workspaceOf(tx.actor), users)
    .update(tx.db)
    .set({ status: "INACTIVE", updatedAt: tx.now() })
    .where(isAnyOf(users.id, ids));
  for (const userId of ids) {
    await endAccess(tx, userId);
    await tell(tx, "deactivated", { userId });
  }
  await tell(tx, "administratorsEnded", { userIds: ids });
}

async function tellOf(tx: Ctx, changed: readonly Judged[]): Promise<void> {
  const now = await findUsers(
    tx,
    changed.map(({ id }) => id),
  );
  await recordEvents(
    tx,
    changed.map(({ id, effect, before }) => {
      const user = now.get(id);
      return {
        type: effect?.deactivates ? ("user.deactivated" as const) : ("user.updated" as const),
        subjectUserId: id,
        data: { userId: id, previousStatus: before, ...(user && { snapshot: snapshotOf(user) }) },
      };
    }),
  );
}
