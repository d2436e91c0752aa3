import { sql } from "drizzle-orm";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";

const { placeholder } = sql;
// Locks in the same order as every lock of many people, so that two of them never deadlock.
const touch = statement(sql`
  with held as (
    select ${users.id} from ${userLabels} join ${users} on ${users.id} = ${userLabels.userId} and ${scoped(givenWorkspace, users).within}
    where ${scoped(givenWorkspace, userLabels).within} and ${userLabels.labelId} = ${placeholder("labelId")}::uuid
    order by ${users.id} for no key update of ${users})
  update ${users} set updated_at = ${placeholder("at")}::timestamptz from held
  where ${scoped(givenWorkspace, users).within} and ${users.id} = held.id`);

/**
 * Marks the people who carry a label as changed: their records show its name. The caller's transaction has locked the label; an assignment
 * of a label also locks it before the person.
 */
export async function touchLabelledUsers(tx: Ctx, labelId: string): Promise<void> {
  const { workspaceId } = tx.actor;
  await touch(tx.db, { workspaceId, labelId, at: tx.now().toISOString() });
}
