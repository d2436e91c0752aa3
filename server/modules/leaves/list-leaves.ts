import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/page-token";
import { leaveSearch, type SearchShape } from "./leave-search";
import { mayMeetPrivateTypes, type SeenLeave, seeLeave } from "./see";

export interface LeaveFilter {
  status: readonly LeaveStatus[];
  /** Only leaves that touch the days from `startDate` to `endDate`, both `YYYY-MM-DD` and included; either may be open. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  limit: number;
  after: Position | null;
}

/** Up to so many people are looked up one by one; with more, walking the workspace's leaves in order meets theirs soon enough. */
const fewPeople = 100;

const peopleQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, { id: users.id })
    .limit(sql.placeholder("rows"))
    .prepare(`reached_people_${kind}`),
);

/** The people within reach when they are few, else null. */
async function fewWithin(ctx: Ctx): Promise<string[] | null> {
  const { reach } = ctx;
  if (reach.kind === "workspace") return null;
  if (reach.kind === "self") return [...reach.ids];
  const found = await peopleQuery(ctx.db, reach.kind).execute({ ...reachParams(reach), rows: fewPeople + 1 });
  return found.length > fewPeople ? null : found.map(({ id }) => id);
}

function shapeOf(ctx: Ctx, people: string[] | null, oneStatus: boolean, spanning: boolean): SearchShape {
  const takers = mayMeetPrivateTypes(viewerOf(ctx));
  if (people || ctx.reach.kind === "self") return { by: "people", oneStatus: false, spanning: false, takers };
  return { by: ctx.reach.kind, oneStatus, spanning, takers };
}

/**
 * The leaves of the people within reach, by start date.
 *
 * The days asked for need no scan of what came before: whoever starts within them is found along the order, and those who
 * started earlier and are still away on the first day by the index of periods.
 */
export async function listLeaves(ctx: Ctx, input: LeaveFilter): Promise<Page<SeenLeave>> {
  if (input.startDate && input.endDate && input.endDate < input.startDate) return { items: [], next: null };
  const people = await fewWithin(ctx);
  const statuses = [...new Set(input.status)];
  const from = input.startDate ?? "-infinity";
  const after = input.after ?? { key: "-infinity", id: firstId };
  // Texts of dates compare like dates, and "-infinity" comes before them all.
  const low = after.key >= from ? after : { key: from, id: firstId };
  const spanning = input.startDate !== undefined && after.key < from;
  const found = await leaveSearch(ctx.db, shapeOf(ctx, people, statuses.length === 1, spanning)).execute({
    ...reachParams(ctx.reach),
    people,
    status: statuses[0],
    statuses,
    from,
    until: input.endDate ?? "infinity",
    afterKey: after.key,
    afterId: after.id,
    lowKey: low.key,
    lowId: low.id,
    rows: input.limit + 1,
  });
  const page = pageOf(found, input.limit, (row) => ({ key: row.startDate, id: row.id }));
  return { items: page.items.map((row) => seeLeave(ctx, row, row.taker ?? null)), next: page.next };
}
