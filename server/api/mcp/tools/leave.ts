import { z } from "zod";
import { effectiveStatuses, leaveStatuses } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { dateText, encodeId } from "@/server/kernel/schema";
import { findAbsences } from "@/server/modules/leave/absences/find-absences";
import { wellSpanned } from "@/server/modules/leave/absences/schema";
import { balanceV2 } from "@/server/modules/leave/balances/present";
import { readBalances } from "@/server/modules/leave/balances/read";
import { asOfDate } from "@/server/modules/leave/balances/schema";
import { listLeaveTypes } from "@/server/modules/leave/leave-types/list-leave-types";
import { listLeaves } from "@/server/modules/leave/requests/list-leaves";
import { findOwnLeaves } from "@/server/modules/leave/requests/list-own-leaves";
import { type SeenLeave, seeLeave } from "@/server/modules/leave/requests/see";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { findNames } from "@/server/modules/people/people/find-names";
import { tool } from "@/server/transport/tool";
import { findPerson, ownId } from "../find-person";
import { hoursOfType, isCut, Leave, LeaveTypeName, quoted, Times, times, typed } from "../wire";

const days = {
  startDate: dateText.describe("The first day, YYYY-MM-DD."),
  endDate: dateText.describe("The last day, YYYY-MM-DD."),
};

const whose = typed(200)
  .trim()
  .min(1)
  .optional()
  .describe('A name, a user ID, or "me". The person you work for unless given.');

/** The names of leave types, by id. */
async function typeNames(ctx: Ctx): Promise<Map<string, string>> {
  const { items } = await listLeaveTypes(ctx, { limit: 1000, after: null });
  return new Map(items.map((type) => [type.id, nameIn(type, ctx.language)]));
}

async function leaveView(ctx: Ctx, leaves: readonly SeenLeave[]): Promise<z.input<typeof Leave>[]> {
  const people = leaves.map(({ userId }) => userId);
  const [names, types] = await Promise.all([findNames(ctx, people), typeNames(ctx)]);
  return leaves.map((leave) => ({
    id: encodeId("leave", leave.id),
    userId: encodeId("user", leave.userId),
    userName: names.get(leave.userId) ?? "",
    leaveType: (leave.leaveTypeId && types.get(leave.leaveTypeId)) ?? null,
    ...times(leave),
    workingDays: leave.durationWorkingDays,
    workingHours: leave.hours ?? null,
    status: leave.status,
    reason: quoted(leave.reason),
    decisionReason: quoted(leave.statusReason),
  }));
}

const getLeaves = tool({
  name: "get_leaves",
  title: "Get leave",
  description:
    "Leave of the person you work for, or with `person: everyone` of all people they manage: requests, approved, denied and cancelled leave in a span of days. For who is away use who_is_away.",
  scope: "mcp:leaves:read",
  input: wellSpanned(
    z.strictObject({
      ...days,
      of: z
        .enum(["me", "everyone"])
        .default("me")
        .describe('"everyone" is the people that the person manages.'),
      status: z
        .array(z.enum(leaveStatuses))
        .min(1)
        .default([...effectiveStatuses]),
      limit: z.int().min(1).max(200).default(50),
    }),
    1100,
  ),
  output: z.object({ leaves: z.array(Leave), isCut }),
  async call(ctx, { of, limit, ...filter }) {
    if (of === "everyone") {
      const page = await listLeaves(ctx, { ...filter, limit, after: null });
      return { leaves: await leaveView(ctx, page.items), isCut: page.next !== null };
    }
    const { items, hasMore } = await findOwnLeaves(ctx, { ...filter, limit });
    const own = items.map((leave) => seeLeave(ctx, leave, null));
    return { leaves: await leaveView(ctx, own), isCut: hasMore };
  },
});

const whoIsAway = tool({
  name: "who_is_away",
  title: "Who is away",
  description:
    "Who is away, or has asked to be, on some days, among the people that the person you work for can see. Reasons aren't included.",
  scope: "mcp:leaves:read",
  input: wellSpanned(z.strictObject({ ...days, limit: z.int().min(1).max(300).default(100) }), 92),
  output: z.object({
    absences: z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        leaveType: LeaveTypeName,
        ...Times,
        status: z.enum(effectiveStatuses).describe("OPEN has been asked for and not decided yet."),
      }),
    ),
    isCut,
  }),
  async call(ctx, input) {
    const page = await findAbsences(ctx, { ...input, after: null });
    return {
      absences: page.items.map(({ user, type, time, status }) => ({
        userId: encodeId("user", user.id),
        userName: user.name,
        leaveType: type?.name ?? null,
        ...times(time),
        status,
      })),
      isCut: page.next !== null,
    };
  },
});

const getBalances = tool({
  name: "get_balances",
  title: "Get balances",
  description:
    "How many days of each leave type a person has left in the accounting year of a day, and how that is made up. Of the person you work for, or of someone they manage.",
  scope: "mcp:leaves:read",
  input: z.strictObject({
    person: whose,
    asOf: asOfDate.optional().describe("A day of the accounting year; today unless given."),
  }),
  output: z.object({
    userId: z.string(),
    userName: z.string(),
    balances: z.array(
      z.object({
        leaveType: z.string(),
        yearStart: z.string(),
        yearEnd: z.string(),
        isUnlimited: z.boolean(),
        remaining: z.number().nullable().describe("Working days left. Null if unlimited."),
        remainingHours: hoursOfType,
        quota: z.number(),
        adjusted: z.number().describe("Given beside the policy, or taken away."),
        credited: z.number().describe("Given by credits, such as time in lieu, without expired ones."),
        carriedOver: z.number(),
        carriedOverExpiresOn: z.string().nullable(),
        taken: z.number(),
        scheduled: z.number().describe("Approved, still to come."),
        pending: z.number().describe("Asked for, not decided yet."),
      }),
    ),
  }),
  async call(ctx, { person, asOf }) {
    const { id, name } =
      person === undefined ? { id: ownId(ctx), name: null } : await findPerson(ctx, person);
    const [rows, names] = await Promise.all([
      readBalances(ctx, { userId: id, asOf }),
      name === null ? findNames(ctx, [id]) : null,
    ]);
    return {
      userId: encodeId("user", id),
      userName: name ?? names?.get(id) ?? "",
      balances: rows.map((row) => {
        const {
          year,
          unlimited,
          carriedOverExpiresAt,
          quota,
          adjusted,
          credited,
          carriedOver,
          taken,
          scheduled,
          pending,
          remaining,
          remainingHours,
        } = balanceV2(row);
        return {
          leaveType: row.leaveTypeName,
          yearStart: year.start,
          yearEnd: year.end,
          isUnlimited: unlimited,
          ...{ remaining, remainingHours, quota, adjusted, credited },
          ...{ carriedOver, carriedOverExpiresOn: carriedOverExpiresAt, taken, scheduled, pending },
        };
      }),
    };
  },
});

export const leaveTools = [getLeaves, whoIsAway, getBalances];
