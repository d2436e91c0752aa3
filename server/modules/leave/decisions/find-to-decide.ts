import { asc, eq, type SQL, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaves, typeAsked } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { holds } from "@/server/kernel/database/name-search";
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
import type { ToDecideFilter } from "./schema";
import {
  asAsked,
  chainOfRequest,
  deadline,
  isOnTurn,
  openedOn,
  type RequestRow,
  requests,
  startAsked,
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

const isLater = (key: SQL) =>
  sql`(${key}, ${leaves.id}) > (${placeholder("afterKey")}::date, ${placeholder("afterId")}::uuid)`;
const isWanted = sql`(${placeholder("text")}::text is null or ${holds(users.searchName, placeholder("text"))})
  and (${placeholder("department")}::uuid is null or ${users.departmentId} = ${placeholder("department")}::uuid)
  and (${placeholder("leaveType")}::uuid is null or ${typeAsked} = ${placeholder("leaveType")}::uuid)`;

const pageOn = (name: string, key: SQL, which: SQL) =>
  preparedBy((db, kind) =>
    requests(db, kind, sql`${isOnTurn(kind)} and ${isLater(key)} and ${which}`)
      .orderBy(asc(key), asc(leaves.id))
      .limit(placeholder("rows"))
      .prepare(`${name}_${kind}`),
  );

// Everything at once is read most often: its statement has no filter to plan around.
const whole = pageOn("requests_to_decide", deadline, sql`true`);
const byDeadline = pageOn("requests_to_decide_filtered", deadline, isWanted);
const byStart = pageOn("requests_to_decide_by_start", startAsked, isWanted);

function pageFor({ text, department, leaveType, order }: Input) {
  if (order === "start") return byStart;
  return text || department || leaveType ? byDeadline : whole;
}

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

type Input = ToDecideFilter & {
  limit: number;
  after: Position | null;
  /** By deadline without. */
  order?: "deadline" | "start";
};

/**
 * The open leave that waits for the caller's decision, nearest deadline first: as an approver, leave of their department at its level; as a
 * location admin or administrator, all leave within reach.
 */
export async function findToDecide(ctx: Ctx, input: Input): Promise<Page<Request>> {
  if (!decidesAtAll(ctx)) return { items: [], next: null };
  const params = turnParams(ctx);
  const after = input.after ?? { key: "-infinity", id: firstId };
  const { text, department = null, leaveType = null } = input;
  const found = await pageFor(input)(ctx.db, ctx.reach.kind).execute({
    ...params,
    ...{ text: text || null, department, leaveType },
    ...(await readWaits(ctx, params)),
    afterKey: after.key,
    afterId: after.id,
    rows: input.limit + 1,
  });
  const { items, next } = pageOf(found.map(asAsked), input.limit, (row) => ({
    key: input.order === "start" ? row.leave.startDate : row.deadline,
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
