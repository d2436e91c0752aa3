import { and, asc, eq, gt, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { holds } from "@/server/kernel/database/name-search";
import { firstId } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { dayText } from "@/server/kernel/time/calendar-date";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { type FoundLapse, findLapses } from "./find-lapses";
import { type LapseFilter, type LapseSelection, lapseSpans } from "./schema";
import { keyOfLapse, noticeKey } from "./write-notices";

/** Days of a person that lapse, for those who manage the person. */
export interface LapseOfPerson extends FoundLapse {
  userName: string;
  locationName: string;
  departmentName: string;
}

/** Some rows, or all that match a filter of the list, which also looks back. */
type Selection =
  | LapseSelection
  | { filter: Omit<LapseFilter, "sort" | "leaveType"> & { leaveType?: string } };

const furthest = Math.max(...lapseSpans.map(Number));

/** Which people of a selection: those after a person, in the order of their ids. */
interface Part {
  after: string | null;
  limit: number;
}

/** @throws ApiError FORBIDDEN for those who manage no location */
export function requireLead({ actor }: Ctx): void {
  if (!isLead(actor.role)) throw new ApiError("FORBIDDEN");
}

/** The active people whom the caller manages; a location admin manages no administrator. */
const isManaged = ({ actor: { role, userId } }: Ctx) =>
  and(
    eq(users.status, "ACTIVE"),
    role === "ADMIN" || userId === null ? undefined : or(eq(users.isAdmin, false), eq(users.id, userId)),
  );

const isSelected = (select: Selection) =>
  "rows" in select
    ? isAnyOf(users.id, [...new Set(select.rows.map(({ userId }) => userId))])
    : and(
        holds(users.searchName, select.filter.q),
        select.filter.location === undefined ? undefined : eq(users.locationId, select.filter.location),
        select.filter.department === undefined ? undefined : eq(users.departmentId, select.filter.department),
      );

/** The people of a selection whom the caller manages. */
const findOwners = (ctx: Ctx, select: Selection, part: Part | null) => {
  const found = scoped(ctx.reach, users)
    .select(ctx.db, {
      id: users.id,
      userName: users.name,
      locationName: locations.name,
      departmentName: departments.name,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isManaged(ctx), isSelected(select), gt(users.id, part?.after ?? firstId)))
    .orderBy(asc(users.id));
  return part ? found.limit(part.limit) : found;
};

/**
 * The lapses of a selection, of the people whom the caller manages.
 * @param part the people of a step; all of them when absent
 */
export async function findSelected(
  ctx: Ctx,
  select: Selection,
  part: Part | null = null,
): Promise<{ userIds: string[]; lapses: LapseOfPerson[] }> {
  const owners = await findOwners(ctx, select, part);
  const userIds = owners.map(({ id }) => id);
  const named = new Map(owners.map((owner) => [owner.id, owner]));
  const days = "rows" in select ? furthest : Number(select.filter.within);
  const only = "filter" in select ? select.filter.leaveType : undefined;
  const found = await findLapses(ctx, userIds, days, only);
  const lapses = found.filter(isIn(select)).flatMap((lapse) => {
    const owner = named.get(lapse.employee.id);
    return owner ? [{ ...lapse, ...owner }] : [];
  });
  return { userIds, lapses };
}

function isIn(select: Selection): (lapse: FoundLapse) => boolean {
  if ("filter" in select) return () => true;
  const keys = new Set(select.rows.map(noticeKey));
  return (lapse) => keys.has(keyOfLapse(lapse));
}

/** The latest notice of days that lapse. */
export interface LatestNotice {
  at: Date;
  /** Null for one that someone sent by hand. */
  stage: number | null;
  sentByName: string | null;
  /** The day on which it was sent by hand. */
  sentOn: string | null;
}

const senders = alias(users, "senders");

/** The latest notice of each of these lapses, by its key. */
export async function findNotices(
  ctx: Ctx,
  lapses: readonly FoundLapse[],
): Promise<ReadonlyMap<string, LatestNotice>> {
  const people = [...new Set(lapses.map(({ employee }) => employee.id))];
  if (people.length === 0) return new Map();
  const rows = await scoped(workspaceOf(ctx.actor), carryNotices)
    .select(ctx.db, {
      userId: carryNotices.userId,
      leaveTypeId: carryNotices.leaveTypeId,
      lapsesOn: carryNotices.lapsesOn,
      stage: carryNotices.stage,
      sentOn: carryNotices.sentOn,
      at: carryNotices.createdAt,
      sentByName: senders.name,
    })
    .leftJoin(senders, eq(senders.id, carryNotices.sentById))
    .where(isAnyOf(carryNotices.userId, people))
    .orderBy(asc(carryNotices.createdAt), asc(carryNotices.id));
  return new Map(rows.map((row) => [noticeKey(row), row]));
}

/** Whether someone sent the notice by hand today, at the person's location. */
export const isSentToday = ({ employee }: FoundLapse, notice: LatestNotice | undefined): boolean =>
  notice?.sentOn === dayText(employee.today);
