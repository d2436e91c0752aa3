import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import {
  byDate,
  byName,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { holds } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { isOverdue } from "./policy";
import type { CertificateFilter } from "./schema";

/** How many are listed at once. */
const most = 100;

const fields = {
  leaveId: leaveCertificates.leaveId,
  dueOn: leaveCertificates.dueOn,
  receivedAt: leaveCertificates.receivedAt,
  startDate: leaves.startDate,
  endDate: leaves.endDate,
  userName: users.name,
  timezone: locations.timezone,
};

/** A certificate that is asked for of leave in effect. */
export interface DueCertificate {
  leaveId: string;
  dueOn: string;
  receivedAt: Date | null;
  startDate: string;
  endDate: string;
  userName: string;
  isOverdue: boolean;
}

type Row = Omit<DueCertificate, "isOverdue"> & { timezone: string };

const seen = <R extends Row>(
  ctx: Ctx,
  rows: readonly R[],
): (Omit<R, "timezone"> & { isOverdue: boolean })[] =>
  rows.map(({ timezone, ...row }) => ({
    ...row,
    isOverdue: isOverdue(row, dayNumber(localDate(ctx.services.clock(), timezone))),
  }));

const isDue = () => and(isNull(leaveCertificates.receivedAt), isInEffect(leaves.status));
const byDay = () => [asc(leaveCertificates.dueOn), asc(leaveCertificates.leaveId)] as const;

/** The caller's own certificates that are due, the earliest first. */
export async function listOwnCertificates(ctx: Ctx): Promise<DueCertificate[]> {
  if (ctx.actor.userId === null) return [];
  const rows = await scoped(workspaceOf(ctx.actor), leaveCertificates)
    .select(ctx.db, fields)
    .innerJoin(leaves, eq(leaves.id, leaveCertificates.leaveId))
    .innerJoin(users, eq(users.id, leaveCertificates.userId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(and(eq(leaveCertificates.userId, ctx.actor.userId), isDue()))
    .orderBy(...byDay())
    .limit(most);
  return seen(ctx, rows);
}

/**
 * The certificates that are due of the people whose files the caller keeps, the earliest first: for administrators, and for location admins
 * those of the people they manage. No one else has any.
 */
export async function listDueCertificates(ctx: Ctx): Promise<DueCertificate[]> {
  requireScope(ctx, "leave-files:read");
  if (!keepsFiles(ctx)) return [];
  const rows = await managed(ctx, sql`''`)
    .where(and(isDue(), isListed(ctx)))
    .orderBy(...byDay())
    .limit(most);
  return seen(ctx, rows);
}

/** Whether the caller keeps the files of others (decision 14.1). */
const keepsFiles = ({ actor: { role } }: Ctx): boolean => role === "ADMIN" || role === "LOCATION_ADMIN";

/** The certificates of leave in effect, of the people whose files the caller keeps. */
const managed = (ctx: Ctx, sortKey: SQL<string>) =>
  scoped(ctx.reach, users)
    .select(ctx.db, { ...fields, id: leaveCertificates.leaveId, sortKey })
    .innerJoin(leaveCertificates, eq(leaveCertificates.userId, users.id))
    .innerJoin(leaves, eq(leaves.id, leaveCertificates.leaveId))
    .innerJoin(locations, eq(locations.id, users.locationId));

const countManaged = (ctx: Ctx) =>
  scoped(ctx.reach, users)
    .select(ctx.db, counted)
    .innerJoin(leaveCertificates, eq(leaveCertificates.userId, users.id))
    .innerJoin(leaves, eq(leaves.id, leaveCertificates.leaveId))
    .where(isListed(ctx));

/** Of leave in effect; a location admin manages no administrator. */
const isListed = ({ actor: { role, userId } }: Ctx) =>
  and(
    isInEffect(leaves.status),
    role === "ADMIN" || userId === null ? undefined : or(eq(users.isAdmin, false), eq(users.id, userId)),
  );

/** By the day at the person's location. */
function standingIs(ctx: Ctx, standing: CertificateFilter["standing"]) {
  const open = isNull(leaveCertificates.receivedAt);
  const today = sql`(${ctx.services.clock().toISOString()}::timestamptz at time zone ${locations.timezone})::date`;
  switch (standing) {
    case "open":
      return open;
    case "overdue":
      return and(open, sql`${leaveCertificates.dueOn} < ${today}`);
    case "due":
      return and(open, sql`${leaveCertificates.dueOn} >= ${today}`);
    case "handedIn":
      return isNotNull(leaveCertificates.receivedAt);
    case "all":
      return undefined;
  }
}

/**
 * A page of the certificates of the people whose files the caller keeps, found by the person's name.
 * @throws ApiError FORBIDDEN for those who keep no files of others
 */
export async function searchCertificates(
  ctx: Ctx,
  { q, standing, sort }: CertificateFilter,
  start: PageStart,
): Promise<Listed<DueCertificate & { id: string; sortKey: string }>> {
  requireScope(ctx, "leave-files:read");
  if (!keepsFiles(ctx)) throw new ApiError("FORBIDDEN");
  const keys = { due: byDate(leaveCertificates.dueOn), name: byName(users.name) };
  const { sortKey, after, by } = inListOrder(keys, sort, leaveCertificates.leaveId, start);
  const rows = await managed(ctx, sortKey)
    .where(and(isListed(ctx), standingIs(ctx, standing), holds(users.searchName, q), after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(seen(ctx, rows), start, () => countManaged(ctx));
}
