import { asc, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { readCalendars } from "@/server/modules/leave/calendars/read-calendar";
import { findHours } from "@/server/modules/leave/calendars/read-hours";
import { capacityOf } from "@/server/modules/leave/requests/approvers";
import { furthestWaitDays, waitEnd } from "@/server/modules/leave/requests/policy";
import { type SeenLeave, seeLeave } from "@/server/modules/leave/requests/see";
import { deciderOf, decidesAtAll } from "@/server/modules/leave/requests/standing";
import { isChanging, turnOf } from "@/server/modules/leave/requests/transitions";
import { readWarnings } from "./read-facts";
import {
  asAsked,
  chainOfRequest,
  deadline,
  isOnTurn,
  openedOn,
  type RequestRow,
  requests,
  turnParams,
  waits,
} from "./store";

/** A leave that waits for the caller's decision. */
export type Request = RequestRow &
  Warned & {
    /** With its type and reason, even if they are private: the decider may see them. */
    seen: SeenLeave;
    /** The approver that the caller represents as a stand-in; null when they act by their own right. */
    onBehalfOfName: string | null;
  };

const { placeholder } = sql;

const openings = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .selectDistinct(db, { locationId: leaves.locationId, opened: sql<string>`${openedOn}::text` })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(waits)
    .prepare("openings_of_leave"),
);

const page = preparedBy((db, kind) => {
  const later = sql`(${deadline}, ${leaves.id}) > (${placeholder("afterKey")}::date, ${placeholder("afterId")}::uuid)`;
  return requests(db, kind, sql`${isOnTurn(kind)} and ${later}`)
    .orderBy(asc(deadline), asc(leaves.id))
    .limit(placeholder("rows"))
    .prepare(`requests_to_decide_${kind}`);
});

/** The end of each current wait, by the same rule as its expiry. */
async function readWaits(ctx: Ctx, params: ReturnType<typeof turnParams>) {
  const begun = await openings(ctx.db).execute(params);
  const from = dayNumber(params.earliest);
  const to = dayNumber(utcDay(ctx.now())) + furthestWaitDays;
  const places = begun.map(({ locationId }) => locationId);
  const calendars = await readCalendars(ctx, places, { from, to });
  const ends = begun.map(({ locationId, opened }) => {
    const calendar = calendars.get(locationId);
    const end = calendar && waitEnd(dayNumber(opened), calendar);
    return end === undefined || end === null ? null : dayText(end);
  });
  return {
    waitPlaces: arrayOf(places),
    waitFrom: arrayOf(begun.map(({ opened }) => opened)),
    waitUntil: arrayOf(ends),
  };
}

/**
 * The open leave that waits for the caller's decision, nearest deadline first: as an approver, leave of their department at its level; as a
 * location admin or administrator, all leave within reach.
 */
export async function findToDecide(
  ctx: Ctx,
  input: { limit: number; after: Position | null },
): Promise<Page<Request>> {
  if (!decidesAtAll(ctx)) return { items: [], next: null };
  const params = turnParams(ctx);
  const after = input.after ?? { key: "-infinity", id: firstId };
  const found = await page(ctx.db, ctx.reach.kind).execute({
    ...params,
    ...(await readWaits(ctx, params)),
    afterKey: after.key,
    afterId: after.id,
    rows: input.limit + 1,
  });
  const { items, next } = pageOf(found.map(asAsked), input.limit, (row) => ({
    key: row.deadline,
    id: row.leave.id,
  }));
  const warned = await readWarnings(ctx, items);
  const changing = items.flatMap(({ leave }) => (isChanging(leave) ? leave.id : []));
  const approved = await findHours(ctx, changing);
  return { items: items.map((row, index) => withWarnings(ctx, row, warned[index], approved)), next };
}

type Warned = Awaited<ReturnType<typeof readWarnings>>[number];

/** @param approved the hours of leave of which a change is asked, as it is */
function withWarnings(
  ctx: Ctx,
  row: RequestRow,
  warned: Warned | undefined,
  approved: ReadonlyMap<string, number>,
): Request {
  if (!warned) throw new Error("A request was given, and nothing about it came back");
  const hours = isChanging(row.leave) ? (approved.get(row.leave.id) ?? null) : warned.hours;
  const seen = seeLeave(ctx, { ...row.stored, hours }, null);
  return { ...row, ...warned, seen, onBehalfOfName: onBehalfOf(ctx, row) };
}

function onBehalfOf(ctx: Ctx, row: RequestRow): string | null {
  const chain = chainOfRequest(row);
  const standsInFor = capacityOf(deciderOf(ctx, row.person, chain), turnOf(row.leave))?.standsInFor;
  return chain.approvers.find(({ userId }) => userId === standsInFor)?.name ?? null;
}
