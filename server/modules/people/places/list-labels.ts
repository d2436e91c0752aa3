import { and, asc, eq, sql } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import type { Extent } from "@/server/access/extent";
import { givenReach, givenWorkspace, reachParams, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import {
  byName,
  byNumber,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds, inNameOrder } from "@/server/kernel/database/name-search";
import type { Page } from "@/server/kernel/database/page-token";
import { afterName, type NamePage, namePageParams, pageByName } from "./name-order";
import type { LabelFilter } from "./schema";

export type LabelRow = Pick<typeof labels.$inferSelect, "id" | "name" | "color"> & { userCount: number };

/** Labels belong to the workspace; only the number of people who carry one depends on the caller's reach (decision 5). */
export function labelFields(db: Db, reach: Extent) {
  const count = sql<number>`${scoped(reach, users)
    .select(db, { count: sql`count(*)::int` })
    .innerJoin(userLabels, and(eq(userLabels.userId, users.id), eq(userLabels.labelId, labels.id)))
    .where(eq(users.status, "ACTIVE"))}`;
  return { id: labels.id, name: labels.name, color: labels.color, userCount: count };
}

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, labels)
    .select(db, labelFields(db, givenReach(kind)))
    .where(afterName(labels))
    .orderBy(inNameOrder(labels.name), asc(labels.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_labels_${kind}`),
);

/** Every label of the workspace, by name, with the number of its active people within reach. */
export async function listLabels(ctx: Ctx, input: NamePage): Promise<Page<LabelRow>> {
  const values = { ...reachParams(ctx.reach), ...namePageParams(input) };
  return pageByName(await query(ctx.db, ctx.reach.kind).execute(values), input);
}

/** A page of the labels whose name contains a text. */
export async function searchLabels(
  ctx: Ctx,
  { q, sort }: LabelFilter,
  start: PageStart,
): Promise<Listed<LabelRow>> {
  const all = scoped(workspaceOf(ctx.actor), labels);
  const fields = labelFields(ctx.db, ctx.reach);
  const keys = { name: byName(labels.name), people: byNumber(fields.userCount) };
  const { sortKey, after, by } = inListOrder(keys, sort, labels.id, start);
  const rows = await all
    .select(ctx.db, { ...fields, sortKey })
    .where(and(holds(folded(labels.name), q), after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rows, start, () => all.select(ctx.db, counted).where(undefined));
}
