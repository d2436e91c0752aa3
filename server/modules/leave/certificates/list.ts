import { and, asc, eq, isNull, or } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { isOverdue } from "./policy";

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

/** A certificate that is not handed in yet. */
export interface DueCertificate {
  leaveId: string;
  dueOn: string;
  startDate: string;
  endDate: string;
  userName: string;
  isOverdue: boolean;
}

type Row = Omit<DueCertificate, "isOverdue"> & { receivedAt: Date | null; timezone: string };

const seen = (ctx: Ctx, rows: readonly Row[]): DueCertificate[] =>
  rows.map(({ timezone, receivedAt, ...row }) => ({
    ...row,
    isOverdue: isOverdue(
      { dueOn: row.dueOn, receivedAt },
      dayNumber(localDate(ctx.services.clock(), timezone)),
    ),
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
  const { role, userId } = ctx.actor;
  if (role !== "ADMIN" && role !== "LOCATION_ADMIN") return [];
  const rows = await scoped(ctx.reach, users)
    .select(ctx.db, fields)
    .innerJoin(leaveCertificates, eq(leaveCertificates.userId, users.id))
    .innerJoin(leaves, eq(leaves.id, leaveCertificates.leaveId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(
      and(
        isDue(),
        // A location admin manages no administrator.
        role === "ADMIN" || userId === null ? undefined : or(eq(users.isAdmin, false), eq(users.id, userId)),
      ),
    )
    .orderBy(...byDay())
    .limit(most);
  return seen(ctx, rows);
}
