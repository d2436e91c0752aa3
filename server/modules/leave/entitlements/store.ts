import { and, eq, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { balanceAdjustments, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { nameFor } from "@/server/modules/leave/type-names/name-in";

const reversals = alias(balanceAdjustments, "reversals");

const fieldsFor = (ctx: Ctx) => ({
  id: balanceAdjustments.id,
  userId: balanceAdjustments.userId,
  leaveTypeId: balanceAdjustments.leaveTypeId,
  leaveTypeName: nameFor(ctx),
  kind: balanceAdjustments.kind,
  days: balanceAdjustments.days,
  effectiveDate: balanceAdjustments.effectiveDate,
  note: balanceAdjustments.note,
  reversesId: balanceAdjustments.reversesId,
  correctsFrom: balanceAdjustments.correctsFrom,
  correctsTo: balanceAdjustments.correctsTo,
  extendsCarry: balanceAdjustments.extendsCarry,
  carryExpiresOn: balanceAdjustments.carryExpiresOn,
  reversedById: reversals.id,
  createdById: balanceAdjustments.createdById,
  createdByName: users.name,
  createdAt: balanceAdjustments.createdAt,
});

/** Adjustments of people, each with its reversal and its author. */
export const selectAdjustments = (ctx: Ctx, which: SQL | undefined) =>
  scoped(workspaceOf(ctx.actor), balanceAdjustments)
    .select(ctx.db, fieldsFor(ctx))
    .innerJoin(leaveTypes, eq(leaveTypes.id, balanceAdjustments.leaveTypeId))
    .leftJoin(reversals, eq(reversals.reversesId, balanceAdjustments.id))
    .leftJoin(users, eq(users.id, balanceAdjustments.createdById))
    .where(which);

type Row = Awaited<ReturnType<typeof selectAdjustments>>[number];
export type AdjustmentRow = Omit<Row, "note"> & { note: string | null };

/** One adjustment of a person, by id. */
export async function findAdjustment(ctx: Ctx, userId: string, id: string): Promise<Row | undefined> {
  const which = and(eq(balanceAdjustments.id, id), eq(balanceAdjustments.userId, userId));
  const [row] = await selectAdjustments(ctx, which);
  return row;
}
