import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { findLeaveTypes } from "@/server/modules/leave/leave-types/find-leave-types";
import { type SeenLeave, seeLeaves } from "@/server/modules/leave/requests/see";
import type { Rule, Verdict } from "@/server/modules/leave/rules/policy";
import type { LeaveRuleCreate } from "@/server/modules/leave/rules/schema";
import { readRule, requireRuleWriter } from "@/server/modules/leave/rules/write-rule";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { findUsers } from "@/server/modules/people/people/find-users";
import { findBreaking } from "./find-breaking";

/** A leave that breaks a rule, as the caller may see it. */
export interface BreakingLeave {
  leave: SeenLeave;
  verdict: Verdict;
  userName: string | null;
  /** Null when the type is hidden from the caller. */
  typeName: string | null;
}

/** What a rule does to leave that exists. */
export interface RulePreview {
  rule: Rule;
  comingCount: number;
  pastYearCount: number;
  /** The first of them. */
  coming: BreakingLeave[];
  /** The latest of them. */
  pastYear: BreakingLeave[];
}

/** Leave further away than this isn't looked at. */
const aheadDays = 3650;
const pastDays = 365;
/** Leave that is named one by one. */
const maxListed = 100;

/** The days of coming leave, and those of the last year. */
export const spansOf = (ctx: Ctx) => {
  const today = dayNumber(utcDay(ctx.now()));
  return {
    coming: { from: today, to: today + aheadDays },
    pastYear: { from: today - pastDays, to: today - 1 },
  };
};

/** Judges coming leave, and that of the last year, by one rule. */
async function previewOne(ctx: Ctx, rule: Rule): Promise<RulePreview> {
  const { coming, pastYear } = spansOf(ctx);
  const ahead = await findBreaking(ctx, [rule], coming);
  const past = await findBreaking(ctx, [rule], pastYear);
  return {
    rule,
    comingCount: ahead.length,
    pastYearCount: past.length,
    coming: await named(ctx, ahead.slice(0, maxListed)),
    pastYear: await named(ctx, past.reverse().slice(0, maxListed)),
  };
}

async function named(ctx: Ctx, found: Awaited<ReturnType<typeof findBreaking>>): Promise<BreakingLeave[]> {
  const seen = await seeLeaves(
    ctx,
    found.map(({ leave }) => leave),
  );
  const [people, types] = await Promise.all([
    findUsers(
      ctx,
      found.map(({ leave }) => leave.userId),
    ),
    findLeaveTypes(
      ctx,
      seen.flatMap(({ leaveTypeId }) => leaveTypeId ?? []),
    ),
  ]);
  return found.flatMap(({ verdicts: [verdict] }, place) => {
    const leave = seen[place];
    if (!leave || !verdict) return [];
    const type = types.get(leave.leaveTypeId ?? "");
    return {
      ...{ leave, verdict },
      userName: people.get(leave.userId)?.name ?? null,
      typeName: type ? nameIn(type, ctx.language) : null,
    };
  });
}

/**
 * What a rule would do that is not saved yet: the coming leave that breaks it, which stays, and that of the last year.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN for those who can't write it
 */
export async function previewRule(ctx: Ctx, input: LeaveRuleCreate): Promise<RulePreview> {
  requireRuleWriter(ctx, input);
  return previewOne(ctx, { ...(await readRule(ctx, input)), id: unsaved, version: 0 });
}

const unsaved = "00000000-0000-0000-0000-000000000000";
