import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import { connectionOf } from "./admit-directory";

const fields = {
  userId: provisionedPeople.userId,
  attributes: provisionedPeople.attributes,
  isActive: sql<boolean>`${users.status} = 'ACTIVE'`,
  createdAt: provisionedPeople.createdAt,
  // Also a deactivation by hand is a change of the resource.
  updatedAt: readAs(
    sql<Date>`greatest(${provisionedPeople.updatedAt}, ${users.updatedAt})`,
    provisionedPeople.updatedAt,
  ),
};

/** The directory's people who are not deleted, here or there. */
export const ofDirectory = (ctx: Ctx): SQL | undefined =>
  and(
    eq(provisionedPeople.connectionId, connectionOf(ctx)),
    isNull(provisionedPeople.removedAt),
    ne(users.status, "DELETED"),
  );

/** A query on a directory's people. */
export const selectProvisioned = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, fields)
    .innerJoin(users, eq(users.id, provisionedPeople.userId));
