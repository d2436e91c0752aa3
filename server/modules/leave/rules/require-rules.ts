import { and, eq, ne } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Judgement, Verdict } from "./policy";
import { verdictV2 } from "./present";

/** What a booking says about rules. */
export interface RuleTerms {
  /** Goes ahead in spite of rules that refuse. */
  overrideReason?: string | undefined;
  /** The version of the rules that the preview was judged by. */
  rulesVersion?: string | undefined;
}

/** The broken rules that a booking notes with its leave, and why it went ahead. */
export interface Noted {
  verdicts: readonly Verdict[];
  overrideReason: string | null;
}

/** Whether someone who books for themselves is the only administrator: no one else could decide. */
async function isOnlyAdmin(ctx: Ctx): Promise<boolean> {
  const { role, userId } = ctx.actor;
  if (role !== "ADMIN" || userId === null) return false;
  const [other] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE"), ne(users.id, userId)))
    .limit(1);
  return other === undefined;
}

/** Whether the acting user may go ahead in spite of a rule: who manages the person, but no one for themselves except the only administrator. */
export const mayOverride = async (ctx: Ctx, personId: string, managesPerson: boolean): Promise<boolean> =>
  ctx.actor.userId === personId ? isOnlyAdmin(ctx) : managesPerson;

/**
 * Requires that a leave keeps every rule that refuses, or that the acting user may go ahead and says why.
 * @param managesPerson whether they manage the person, or decide on the leave now
 * @returns what to note with the leave
 * @throws ApiError CONFLICT when rules changed since the preview, LEAVE_RULE_BROKEN with every broken rule, FORBIDDEN to override
 */
export async function requireRules(
  ctx: Ctx,
  { verdicts, version }: Judgement,
  { overrideReason, rulesVersion }: RuleTerms,
  { personId, managesPerson }: { personId: string; managesPerson: boolean },
): Promise<Noted> {
  if (rulesVersion !== undefined && rulesVersion !== version)
    throw new ApiError("CONFLICT", {
      ...because("rulesChanged"),
      resolution: "Preview the leave again.",
      details: { rulesVersion: version, rules: verdicts.map(verdictV2) },
    });
  if (!verdicts.some(({ effect }) => effect === "BLOCK")) return { verdicts, overrideReason: null };
  if (overrideReason === undefined)
    throw new ApiError("LEAVE_RULE_BROKEN", { details: { rules: verdicts.map(verdictV2) } });
  if (!(await mayOverride(ctx, personId, managesPerson)))
    throw new ApiError("FORBIDDEN", because("overrideByOther"));
  return { verdicts, overrideReason };
}
