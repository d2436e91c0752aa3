import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import { createUser } from "@/server/modules/people/people/create-user";
import { UserCreate } from "@/server/modules/people/people/schema";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import { connectionOf } from "./admit-directory";
import { findPlaceChange } from "./find-decided";
import { getProvisioned } from "./get-provisioned";
import { fieldsAfter } from "./person-fields";
import type { ProvisionedRow } from "./present";
import { lockDirectory, orTaken, rowOf, settleFields, settleStatus, stored, valid } from "./settle-person";
import { lockPlace } from "./settle-place";
import type { ProvisionedUser } from "./user-attributes";

/** A person whom the directory deleted before, by their name or their id there: they come back as who they are. */
async function findRemoved(tx: Ctx, { userName, externalId }: ProvisionedUser) {
  const [row] = await scoped(workspaceOf(tx.actor), provisionedPeople)
    .select(tx.db, {
      userId: provisionedPeople.userId,
      attributes: provisionedPeople.attributes,
      status: users.status,
    })
    .innerJoin(users, eq(users.id, provisionedPeople.userId))
    .where(
      and(
        eq(provisionedPeople.connectionId, connectionOf(tx)),
        or(isNotNull(provisionedPeople.removedAt), eq(users.status, "DELETED")),
        or(
          sql`lower(${provisionedPeople.userName}) = lower(${userName})`,
          externalId === undefined ? undefined : eq(provisionedPeople.externalId, externalId),
        ),
      ),
    )
    .orderBy(sql`lower(${provisionedPeople.userName}) = lower(${userName}) desc`);
  return row ?? null;
}

/**
 * Creates the person of a user, or brings back the one whom the directory deleted before.
 * @throws ScimError 409 `uniqueness` when the directory or the workspace has the name or the address already, 400 `invalidValue`
 */
export function createProvisioned(ctx: Ctx, user: ProvisionedUser): Promise<ProvisionedRow> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const table = scoped(workspaceOf(tx.actor), provisionedPeople);
    const removed = await findRemoved(tx, user);
    const at = tx.now();
    // A person who was deleted here stays so: the directory's user is a new one.
    if (removed?.status === "DELETED") await table.delete(tx.db).where(rowOf(tx, removed.userId));
    if (removed && removed.status !== "DELETED") {
      const { userId } = removed;
      await orTaken(
        table
          .update(tx.db)
          .set({ ...stored(user), removedAt: null, updatedAt: at })
          .where(rowOf(tx, userId)),
      );
      const before = removed.attributes as unknown as ProvisionedUser;
      await lockPlace(tx, await findPlaceChange(tx, before, user));
      await settleStatus(tx, userId, user.active !== false);
      await settleFields(tx, userId, before, user);
      return getProvisioned(tx, userId);
    }
    const { locationId, departmentId, labelId } = await findPlaceChange(tx, null, user);
    const input = valid(UserCreate, {
      ...(await fieldsAfter(tx, null, user)),
      ...(locationId && { locationId: encodeId("location", locationId) }),
      ...(departmentId && { departmentId: encodeId("department", departmentId) }),
      ...(labelId && { labels: [encodeId("label", labelId)] }),
    });
    const { id: userId } = await orTaken(createUser(tx, input));
    const row = { workspaceId: tx.actor.workspaceId, connectionId: connectionOf(tx), userId };
    const insert = tx.db.insert(provisionedPeople);
    await orTaken(insert.values({ ...row, ...stored(user), createdAt: at, updatedAt: at }));
    if (user.active === false) await deactivateUser(tx, userId);
    return getProvisioned(tx, userId);
  });
}
