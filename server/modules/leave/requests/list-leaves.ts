import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type LeaveStatus, leaveStatuses } from "@/drizzle/schema/values";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { startingAt, writtenParams } from "@/server/kernel/database/written-order";
import { withHours } from "@/server/modules/leave/calendars/read-hours";
import {
  chosenParams,
  findChosenPeople,
  type PeopleChoice,
} from "@/server/modules/people/people/find-chosen-people";
import { leaveSearch, type SearchShape } from "./leave-search";
import { mayBeHidden, reachesHiddenTypes, type SeenLeave, seeLeave } from "./see";

export interface LeaveFilter extends PeopleChoice {
  /** By default only approved leave; with `updatedSince`, every status. */
  status?: readonly LeaveStatus[] | undefined;
  /** Only leave changed at or after this time, in order of change. */
  updatedSince?: Date | undefined;
  /** Only leaves that touch the days from `startDate` to `endDate`, both `YYYY-MM-DD` and inclusive; either may be absent. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** Only leave that the caller may know to be of this type. */
  leaveTypeId?: string | undefined;
  limit: number;
  after: Position | null;
}

/**
 * The maximum number of people for lookups by person. With more, a scan of the workspace's leaves in order soon finds theirs. Changed leave
 * is mostly little, while a lookup reads all leave that a person ever took.
 */
const maxPeopleFor = ({ updatedSince }: LeaveFilter): number => (updatedSince ? 25 : 100);

const peopleQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, { id: users.id })
    .limit(sql.placeholder("rows"))
    .prepare(`reached_people_${kind}`),
);

const choosesPeople = ({ userId, locations, departments, labels }: LeaveFilter): boolean =>
  (userId ?? locations ?? departments ?? labels) !== undefined;

/** The people within reach that the filter selects; null when there are too many for lookups by person. */
async function fewWithin(ctx: Ctx, input: LeaveFilter): Promise<string[] | null> {
  const { reach } = ctx;
  const maxPeople = maxPeopleFor(input);
  if (choosesPeople(input)) {
    const chosen = await findChosenPeople(ctx, input, maxPeople + 1);
    return chosen.length > maxPeople ? null : chosen;
  }
  if (reach.kind === "workspace") return null;
  if (reach.kind === "self") return [...reach.ids];
  const found = await peopleQuery(ctx.db, reach.kind).execute({ ...reachParams(reach), rows: maxPeople + 1 });
  return found.length > maxPeople ? null : found.map(({ id }) => id);
}

type Order = Pick<SearchShape, "oneStatus" | "spanning" | "changed">;
const anyOrder = { oneStatus: false, spanning: false };

function shapeOf(ctx: Ctx, input: LeaveFilter, people: string[] | null, order: Order): SearchShape {
  const always = { owners: reachesHiddenTypes(viewerOf(ctx)), ofType: input.leaveTypeId !== undefined };
  if (people || ctx.reach.kind === "self")
    return { by: "people", ...order, ...anyOrder, ofChosen: false, ...always };
  return { by: ctx.reach.kind, ...order, ofChosen: choosesPeople(input), ...always };
}

/**
 * The list by start date, from a position on.
 *
 * The requested days need no scan of earlier leave. Leave that starts within them is found in list order. Leave that started earlier and is
 * still ongoing on the first day is found by the index of periods.
 */
function byStart({ startDate, after }: LeaveFilter, statuses: readonly LeaveStatus[]) {
  const from = startDate ?? "-infinity";
  const start = after ?? { key: "-infinity", id: firstId };
  // Date strings compare like dates, and "-infinity" sorts before all of them.
  const low = start.key >= from ? start : { key: from, id: firstId };
  const spanning = startDate !== undefined && start.key < from;
  return {
    order: { changed: false, oneStatus: statuses.length === 1, spanning },
    params: { afterKey: start.key, afterId: start.id, lowKey: low.key, lowId: low.id },
  };
}

/** The list by change, from a position or from the requested time on. */
async function byChange(ctx: Ctx, { after }: LeaveFilter, since: Date) {
  const rows = { workspaceId: ctx.actor.workspaceId, table: leaves };
  return {
    order: { changed: true, ...anyOrder },
    params: await writtenParams(ctx.db, rows, after ?? startingAt(since)),
  };
}

/** Batch size when rows can be filtered only after visibility is known. */
const readTogether = 300;

type Placed = Pick<SeenLeave, "startDate" | "updatedAt" | "id">;

const positionIn =
  ({ updatedSince }: LeaveFilter) =>
  ({ startDate, updatedAt, id }: Placed): Position => ({
    key: updatedSince ? updatedAt.toISOString() : startDate,
    id,
  });

/** A page of leave whose private type is shown: even the end of the page reveals nothing about the others. */
async function listShown(ctx: Ctx, input: LeaveFilter): Promise<Page<SeenLeave>> {
  const shown: SeenLeave[] = [];
  let after: Position | null = input.after;
  do {
    const { items, next }: Page<SeenLeave> = await listMeant(ctx, { ...input, after, limit: readTogether });
    shown.push(...items.filter(({ leaveTypeId }) => leaveTypeId !== null));
    after = next;
  } while (after && shown.length <= input.limit);
  return pageOf(shown.slice(0, input.limit + 1), input.limit, positionIn(input));
}

/**
 * Lists the leaves of the people within reach by start date. With `updatedSince` it lists changed leaves in order of change, and a caller
 * that continues from the last one misses none. With a private type, leaves whose type is hidden are left out: a filter must not reveal
 * hidden data (decision 5).
 */
export async function listLeaves(ctx: Ctx, input: LeaveFilter): Promise<Page<SeenLeave>> {
  if (input.leaveTypeId === undefined) return listMeant(ctx, input);
  const isHiding = await mayBeHidden(ctx, input.leaveTypeId);
  if (isHiding === undefined) return { items: [], next: null };
  return isHiding ? listShown(ctx, input) : listMeant(ctx, input);
}

/** Leaves filtered by their stored values. */
async function listMeant(ctx: Ctx, input: LeaveFilter): Promise<Page<SeenLeave>> {
  if (input.startDate && input.endDate && input.endDate < input.startDate) return { items: [], next: null };
  const people = await fewWithin(ctx, input);
  if (people?.length === 0) return { items: [], next: null };
  const { updatedSince } = input;
  const statuses = [...new Set(input.status ?? (updatedSince ? leaveStatuses : ["APPROVED" as const]))];
  const { order, params } = updatedSince
    ? await byChange(ctx, input, updatedSince)
    : byStart(input, statuses);
  const found = await leaveSearch(ctx.db, shapeOf(ctx, input, people, order)).execute({
    ...reachParams(ctx.reach),
    ...chosenParams(input),
    leaveTypeId: input.leaveTypeId,
    people,
    status: statuses[0],
    statuses,
    from: input.startDate ?? "-infinity",
    until: input.endDate ?? "infinity",
    ...params,
    rows: input.limit + 1,
  });
  const page = pageOf(found, input.limit, positionIn(input));
  const rows = await withHours(ctx, page.items);
  return { items: rows.map((row) => seeLeave(ctx, row, row.owner ?? null)), next: page.next };
}
