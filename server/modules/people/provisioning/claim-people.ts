import { asc } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { insertManyInto } from "@/server/kernel/database/db";
import { acquireLock } from "@/server/kernel/database/lock";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { isLinkable } from "./get-provisioning";

const insert = insertManyInto(provisionedPeople);

/**
 * Lets a connection's directory provision the people in verified domains who are here already: it finds them by their address then, in
 * place of a refusal. Nothing of them changes before it says something else.
 * @returns how many
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function claimPeople(ctx: Ctx, connectionId: string): Promise<number> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  return inTransaction(ctx, async (tx) => {
    await getConnection(tx, connectionId);
    await acquireLock(tx.db, `provisioning:${connectionId}`);
    const people = await scoped(workspaceOf(tx.actor), users)
      .select(tx.db, { id: users.id, name: users.name, email: users.email })
      .where(isLinkable(tx))
      .orderBy(asc(users.id));
    const at = tx.now();
    const rows = people.map(({ id, name, email }) => ({
      ...{ workspaceId: tx.actor.workspaceId, userId: id, connectionId, userName: email, externalId: null },
      attributes: {
        userName: email,
        displayName: name,
        emails: [{ value: email, type: "work", primary: true }],
      },
      ...{ createdAt: at, updatedAt: at, removedAt: null },
    }));
    if (rows.length > 0) await insert(tx.db, rows);
    await recordAudit(tx, {
      action: "connection.link_people",
      resourceType: "connection",
      resourceId: connectionId,
      changes: { people: { to: rows.length } },
    });
    return rows.length;
  });
}
