import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { ctxFor } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { arrayOf, preparedBy } from "@/server/kernel/db";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { Owner, OwnerCtx } from "./build-message";
import { mayOwnNotifications } from "./policy";

const { placeholder } = sql;

const namesOf = preparedBy((db) =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      sql`(${users.workspaceId}, ${users.id}) in (select * from unnest(
        ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))`,
    )
    .prepare("notification_owners"),
);

export interface OwnersEyes {
  /** The owner's own: a message shows only people within their reach. */
  ctx: OwnerCtx;
  owner: Owner;
}

/** The owners of notifications, by their id; who may not own notifications any more is left out. */
export async function loadOwners(
  services: Services,
  of: readonly { workspaceId: string; ownerId: string }[],
): Promise<ReadonlyMap<string, OwnersEyes>> {
  const who = [...new Map(of.map((one) => [one.ownerId, one])).values()];
  const keys = who.map(({ workspaceId, ownerId }) => ({ workspaceId, userId: ownerId }));
  const [actors, names] = await Promise.all([
    loadActors(services.db, keys, { type: "operator" }),
    namesOf(services.db).execute({
      workspaceIds: arrayOf(who.map(({ workspaceId }) => workspaceId)),
      ids: arrayOf(who.map(({ ownerId }) => ownerId)),
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
