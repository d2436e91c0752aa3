import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { ctxFor } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { batchWorkspaces } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { unnested } from "@/server/kernel/database/sql-parts";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { Owner, OwnerCtx } from "./build-message";
import { mayOwnNotifications } from "./policy";

const namesOf = preparedBy((db) =>
  scoped(batchWorkspaces, users)
    .select(db, { id: users.id, name: users.name, email: users.email })
    .where(
      sql`(${users.workspaceId}, ${users.id}) in (select * from ${unnested("owners", { workspace_id: "uuid", id: "uuid" })})`,
    )
    .prepare("notification_owners"),
);

export interface OwnerContext {
  /** The owner's ctx: a message shows only employees within their reach. */
  ctx: OwnerCtx;
  owner: Owner;
}

/** The owners of notifications, by their id; users who may no longer own notifications are left out. */
export async function loadOwners(
  services: Services,
  of: readonly { workspaceId: string; ownerId: string }[],
): Promise<ReadonlyMap<string, OwnerContext>> {
  const who = [...new Map(of.map((one) => [one.ownerId, one])).values()];
  const keys = who.map(({ workspaceId, ownerId }) => ({ workspaceId, userId: ownerId }));
  const [actors, names] = await Promise.all([
    loadActors(services.db, keys, { type: "operator" }),
    namesOf(services.db).execute({
      workspaces: arrayOf(workspacesOf(who)),
      workspace_id: arrayOf(who.map(({ workspaceId }) => workspaceId)),
      id: arrayOf(who.map(({ ownerId }) => ownerId)),
    }),
  ]);
  return new Map(
    names.flatMap(({ id, ...owner }) => {
      const actor = actors.get(id);
      if (!actor || !mayOwnNotifications(actor)) return [];
      return [[id, { ctx: ctxFor(services, actor, newRequestId()), owner }] as const];
    }),
  );
}
