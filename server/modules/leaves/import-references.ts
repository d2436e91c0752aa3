import { and, ne, or, sql } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { decodeId } from "@/server/kernel/schema";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { lockWorkers, type Worker } from "@/server/modules/work-calendar/read-worker";

/** People by e-mail address or public id, held until the transaction ends. Deleted ones are not found by address. */
export async function holdPeople(
  tx: Ctx,
  given: readonly string[],
): Promise<(text: string) => Worker | null> {
  const ids = given.flatMap((text) => decodeId("user", text) ?? []);
  const addresses = given.map((text) => text.toLowerCase());
  const rows = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { id: users.id, address: sql<string>`lower(${users.email})`, status: users.status })
    .where(
      or(
        isAnyOf(users.id, ids),
        and(ne(users.status, "DELETED"), isAnyOf(sql`lower(${users.email})`, addresses)),
      ),
    );
  const byAddress = new Map(
    rows.filter(({ status }) => status !== "DELETED").map(({ address, id }) => [address, id]),
  );
  const workers = await lockWorkers(
    tx,
    rows.map(({ id }) => id),
  );
  return (text) => workers.get(decodeId("user", text) ?? byAddress.get(text.toLowerCase()) ?? "") ?? null;
}

type Policy = typeof leavePolicies.$inferSelect;

/** A leave type with its policy in each location. */
export interface Offer {
  id: string;
  isActive: boolean;
  policies: ReadonlyMap<string, Policy>;
}

/** Every leave type of the workspace, by name or public id. */
export async function readOffers(tx: Ctx): Promise<(text: string) => Offer | null> {
  const { workspaceId } = tx.actor;
  const types = await scoped(workspaceOf({ workspaceId }), leaveTypes).select(tx.db, {
    id: leaveTypes.id,
    name: leaveTypes.name,
    isActive: leaveTypes.isActive,
  });
  const policies = await scoped(workspaceOf({ workspaceId }), leavePolicies).selectAll(tx.db);
  const byType = new Map(types.map(({ id }) => [id, new Map<string, Policy>()]));
  for (const policy of policies) byType.get(policy.leaveTypeId)?.set(policy.locationId, policy);
  const idsByName = new Map(types.map(({ name, id }) => [name, id]));
  const byId = new Map(types.map((type) => [type.id, type]));
  return (text) => {
    const type = byId.get(idsByName.get(text) ?? decodeId("leaveType", text) ?? "");
    return type ? { id: type.id, isActive: type.isActive, policies: byType.get(type.id) ?? new Map() } : null;
  };
}
