import { and, desc, eq, sql } from "drizzle-orm";
import { auditEvents, type decisionActions, isLeaveDecision } from "@/drizzle/schema/audit";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReachToDecide, reaches, reachToDecideParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { hourCountsField, withHours } from "@/server/modules/leave/calendars/read-hours";
import { type LeaveOwner, ownerField, type SeenLeave, seeLeave } from "@/server/modules/leave/requests/see";
import { givenLanguage, languageParam, nameFor } from "@/server/modules/leave/type-names/name-in";
import { leaveFields } from "./store";

type DecisionStep = (typeof decisionActions)[number] extends `leave.${infer Step}` ? Step : never;

/** A decision of the caller about a leave, and the leave as it is now. */
export interface DecidedLeave {
  id: string;
  at: Date;
  /** The step of the leave's history. */
  step: DecisionStep;
  /** The level that an approval reached; null for any other decision. */
  level: number | null;
  leave: SeenLeave;
  personName: string;
  /** Null when it is private and hidden from the caller. */
  type: { name: string; color: string } | null;
  /** Whether the caller may open the leave. */
  isReached: boolean;
}

const { placeholder } = sql;

const query = preparedBy((db, kind) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, {
      id: auditEvents.id,
      at: auditEvents.at,
      action: auditEvents.action,
      changes: auditEvents.changes,
      leave: leaveFields,
      hourCounts: hourCountsField(),
      owner: ownerField(),
      type: { name: nameFor(givenLanguage), color: leaveTypes.color },
      person: {
        id: users.id,
        name: users.name,
        locationId: users.locationId,
        departmentId: users.departmentId,
      },
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    // Only for leave is it a UUID of itself, whatever is evaluated first.
    .innerJoin(
      auditEvents,
      sql`${leaves.id} = case when ${auditEvents.resourceType} = 'leave' then ${auditEvents.resourceId}::uuid end`,
    )
    .where(
      and(
        isLeaveDecision(auditEvents),
        eq(auditEvents.actingUserId, placeholder("deciderId")),
        sql`(${auditEvents.at}, ${auditEvents.id}) < (${placeholder("beforeAt")}::timestamptz, ${placeholder("beforeId")}::uuid)`,
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(placeholder("rows"))
    .prepare(`decided_leave_${kind}`),
);

/**
 * What the caller decided about the leave of others, the latest first, with what became of it; of people who are within reach today
 * (decision 18.22).
 */
export async function findDecided(
  ctx: Ctx,
  { limit, after }: { limit: number; after: Position | null },
): Promise<Page<DecidedLeave>> {
  const before = after ?? { key: "infinity", id: firstId };
  const found = await query(ctx.db, ctx.reach.kind).execute({
    ...reachToDecideParams(ctx),
    ...languageParam(ctx),
    deciderId: ctx.actor.userId,
    beforeAt: before.key,
    beforeId: before.id,
    rows: limit + 1,
  });
  const { items, next } = pageOf(found, limit, ({ at, id }) => ({ key: at.toISOString(), id }));
  const counted = await withHours(
    ctx,
    items.map(({ leave, hourCounts, owner }) => ({ ...leave, hourCounts, owner })),
  );
  return { items: items.flatMap((row, place) => decidedOf(ctx, row, counted[place])), next };
}

type Found = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];
type Counted = Found["leave"] & { hours: number | null; owner: LeaveOwner | null };

function decidedOf(ctx: Ctx, row: Found, counted: Counted | undefined): DecidedLeave[] {
  if (!counted) return [];
  const { owner, ...leave } = counted;
  const seen = seeLeave(ctx, leave, owner);
  return [
    {
      id: row.id,
      at: row.at,
      step: row.action.replace("leave.", "") as DecisionStep,
      level: row.action === "leave.approve" ? Number(row.changes?.approvedLevel?.to ?? 0) || null : null,
      leave: seen,
      personName: row.person.name,
      type: seen.leaveTypeId === null ? null : row.type,
      isReached: reaches(ctx.reach, row.person),
    },
  ];
}
