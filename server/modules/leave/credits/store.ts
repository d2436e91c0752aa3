import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { managesPerson } from "@/server/access/manages";
import { type Reach, reaches, type Workspace, workspaceOf } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { isKnownType } from "@/server/modules/leave/balances/read";
import { nameIn, typeNames } from "@/server/modules/leave/type-names/name-in";

const { workspaceId: _workspace, ...columns } = getTableColumns(credits);

/** Credits of people, with all that decides who sees what of them. */
export const selectCredits = (ctx: Ctx, whose: Reach | Workspace, which: SQL | undefined) =>
  scoped(whose, users)
    .select(ctx.db, {
      credit: columns,
      type: {
        ...typeNames,
        color: leaveTypes.color,
        isPrivate: leaveTypes.isPrivate,
        unit: leaveTypes.unit,
      },
      person: {
        id: users.id,
        name: users.name,
        isAdmin: users.isAdmin,
        ...appointedTo(workspaceOf(ctx.actor)),
        locationId: users.locationId,
        departmentId: users.departmentId,
      },
    })
    .innerJoin(credits, eq(credits.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, credits.leaveTypeId))
    .where(which);

type Found = Awaited<ReturnType<typeof selectCredits>>[number];
export type CreditRow = Found["credit"];

/** A credit as the caller sees it. */
export interface SeenCredit extends Omit<CreditRow, "leaveTypeId" | "reason"> {
  /** Null when the type is private and hidden from the caller. */
  leaveTypeId: string | null;
  /** Null for those who neither are the person nor manage them; the decision's reason, too. */
  reason: string | null;
  leaveTypeName: string | null;
  userName: string;
}

/** What the caller may see of a credit: private types and texts are for the person and those who manage them. */
export function seeCredit(ctx: Ctx, { credit, type, person }: Found): SeenCredit {
  const viewer = viewerOf(ctx);
  const knowsAll = viewer.userId === person.id || managesPerson(viewer, { ...person, role: roleOf(person) });
  const isKnown = isKnownType({ knowsAll }, type);
  return {
    ...credit,
    leaveTypeId: isKnown ? credit.leaveTypeId : null,
    leaveTypeName: isKnown ? nameIn(type, ctx.language) : null,
    reason: knowsAll ? credit.reason : null,
    decisionReason: knowsAll ? credit.decisionReason : null,
    userName: person.name,
  };
}

/** A credit of the workspace, for any caller: the caller checks reach. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadAnyCredit(ctx: Ctx, id: string): Promise<Found> {
  const [found] = await selectCredits(ctx, workspaceOf(ctx.actor), eq(credits.id, id));
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}

/** One's own credit, or one of a person within reach. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadCredit(ctx: Ctx, id: string): Promise<SeenCredit> {
  const found = await loadAnyCredit(ctx, id);
  if (ctx.actor.userId !== found.person.id && !reaches(ctx.reach, found.person))
    throw new ApiError("RESOURCE_NOT_FOUND");
  return seeCredit(ctx, found);
}

/**
 * Moves a credit on from the version that was read.
 * @throws ApiError CONFLICT when another change was first
 */
export async function moveCredit(
  tx: Ctx,
  { id, version, status }: CreditRow,
  change: Pick<CreditRow, "status" | "decisionReason">,
): Promise<void> {
  const at = tx.now();
  const moved = await scoped(workspaceOf(tx.actor), credits)
    .update(tx.db)
    .set({
      ...change,
      decidedById: tx.actor.userId,
      decidedAt: at,
      updatedAt: at,
      version: version + 1,
    })
    .where(and(eq(credits.id, id), eq(credits.version, version), eq(credits.status, status)))
    .returning({ id: credits.id });
  if (moved.length === 0) throw changed();
}

export const changed = (): ApiError => new ApiError("CONFLICT", because("creditChanged"));
