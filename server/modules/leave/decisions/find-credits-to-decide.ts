import { and, asc, eq, gt, sql } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReachToDecide, reaches, reachToDecideParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId } from "@/server/kernel/database/page-token";
import { canDecide, isNamed, unsaidRules } from "@/server/modules/leave/requests/approvers";
import { candidatesOf, chainOfRow } from "@/server/modules/leave/requests/find-approvers";
import { deciderOf, decidesAtAll } from "@/server/modules/leave/requests/standing";
import { givenLanguage, languageParam, nameFor } from "@/server/modules/leave/type-names/name-in";

/** No one decides more at a time; later ones follow. */
const most = 100;

const query = preparedBy((db, kind) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, {
      credit: {
        id: credits.id,
        days: credits.days,
        earnedOn: credits.earnedOn,
        expiresOn: credits.expiresOn,
        source: credits.source,
        reason: credits.reason,
        version: credits.version,
      },
      typeName: nameFor(givenLanguage),
      person: {
        id: users.id,
        name: users.name,
        locationId: users.locationId,
        departmentId: users.departmentId,
      },
      rules: {
        decidedBy: leavePolicies.decidedBy,
        approvalLevels: leavePolicies.approvalLevels,
        changesNeedConsent: leavePolicies.changesNeedConsent,
      },
      candidates: candidatesOf({
        departmentId: users.departmentId,
        locationId: users.locationId,
        approverId: users.approverId,
        decidedBy: leavePolicies.decidedBy,
      }),
    })
    .innerJoin(credits, eq(credits.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, credits.leaveTypeId))
    .leftJoin(
      leavePolicies,
      and(eq(leavePolicies.leaveTypeId, credits.leaveTypeId), eq(leavePolicies.locationId, users.locationId)),
    )
    .where(
      and(
        sql`${credits.status} = 'OPEN'`,
        eq(users.status, "ACTIVE"),
        gt(credits.id, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(credits.id))
    .limit(sql.placeholder("rows"))
    .prepare(`credits_to_decide_${kind}`),
);

type Found = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

/** A credit that waits for the caller's decision. */
export type CreditToDecide = Pick<Found, "credit" | "typeName" | "person">;

/** The credits that wait for the caller's decision, the oldest first: by the rule that `decideCredit` goes by. */
export async function findCreditsToDecide(ctx: Ctx): Promise<CreditToDecide[]> {
  if (!decidesAtAll(ctx)) return [];
  const params = {
    ...reachToDecideParams(ctx),
    ...languageParam(ctx),
    now: ctx.now().toISOString(),
    rows: most,
  };
  const theirs: Found[] = [];
  // Those that others decide do not hide later ones.
  for (let after: string | undefined = firstId; after !== undefined && theirs.length < most; ) {
    const found: Found[] = await query(ctx.db, ctx.reach.kind).execute({ ...params, after });
    theirs.push(...found.filter((row) => isTheirs(ctx, row)));
    after = found.length < most ? undefined : found.at(-1)?.credit.id;
  }
  return theirs.slice(0, most);
}

function isTheirs(ctx: Ctx, { person, rules, candidates }: Found): boolean {
  const said = rules ?? { ...unsaidRules, changesNeedConsent: false };
  const chain = chainOfRow({ ownerId: person.id, isCancelling: true }, said, candidates);
  const decider = deciderOf(ctx, person, chain);
  const isReached = ctx.actor.userId === person.id || reaches(ctx.reach, person);
  return (isReached || isNamed(decider)) && canDecide(decider);
}
