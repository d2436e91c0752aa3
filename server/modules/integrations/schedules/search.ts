import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  byInstant,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds } from "@/server/kernel/database/name-search";
import { rowsOf, type Scheduled, type ScheduleKind } from "./kind";
import type { ScheduleFilter } from "./schema";

interface Wanted extends ScheduleFilter {
  /** What the search looks at besides the owner's name: a text. */
  texts: SQL;
  /** A further condition. */
  also: SQL | undefined;
}

/**
 * A page of the rows that match a filter and that the caller may see, oldest first.
 * @throws ApiError FORBIDDEN when the caller may see none at all
 */
export async function searchScheduled<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  ctx: Ctx,
  { q, state, texts, also }: Wanted,
  start: PageStart,
): Promise<Listed<Row & { ownerName: string }>> {
  const { table } = kind;
  const visible = kind.visible(ctx);
  const created = byInstant(table.createdAt);
  const { sortKey, after, by } = inListOrder({ created }, "created", table.id, start);
  const hasState = state === "all" ? undefined : eq(table.enabled, state === "enabled");
  const isFound = holds(folded(sql`concat_ws(' ', ${texts}, ${users.name})`), q);
  const all = scoped(workspaceOf(ctx.actor), table);
  const rows = await all
    .select(ctx.db, { ...getTableColumns<ScheduleKind["table"]>(table), ownerName: users.name, sortKey })
    .innerJoin(users, eq(users.id, table.ownerId))
    .where(and(visible, hasState, also, isFound, after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rowsOf(kind, rows), start, () => all.select(ctx.db, counted).where(visible));
}
