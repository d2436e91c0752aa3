import { z } from "zod";
import { type DayPart, leaveStatuses } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { withNamedDepartments } from "@/server/access/stand-ins";
import { ApiError } from "@/server/kernel/errors";
import { encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { decideLeave } from "@/server/modules/leave/decisions/decide-leave";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { getLeave } from "@/server/modules/leave/requests/get-leave";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { tool } from "@/server/transport/tool";
import { readPlan } from "../plan";
import { LeaveChange, NewLeave, newLeaveOf, patchOf, requireOwn } from "../wanted-leave";
import { inQuotes, typed } from "../wire";

const plan = z.string().max(200).describe("What preview_leave gave for exactly these values.");

const output = z.object({
  leaveId: z.string(),
  status: z.enum(leaveStatuses).describe("OPEN waits for a decision. Say so: it isn't approved yet."),
});

interface Days {
  startDate?: string | undefined;
  endDate?: string | undefined;
  hours?: { from: string; to: string } | null | undefined;
  startPart?: DayPart | undefined;
  endPart?: DayPart | undefined;
}

const partWords = { FULL_DAY: "whole day", MORNING: "morning", AFTERNOON: "afternoon" } as const;

/** The parts of the first and the last day, as far as given. */
function partsIn({ startDate, endDate, startPart, endPart }: Days): string[] {
  const part = startPart ?? endPart;
  if (startDate === endDate && startDate !== undefined) return part ? [partWords[part]] : [];
  return [
    ...(startPart ? [`first day: ${partWords[startPart]}`] : []),
    ...(endPart ? [`last day: ${partWords[endPart]}`] : []),
  ];
}

/** Days and hours, as far as given. */
const when = ({ startDate, endDate, hours, ...parts }: Days): string => {
  const days = [...new Set([startDate, endDate].filter((day) => day !== undefined))].join(" to ");
  const clock = hours ? [`${hours.from} to ${hours.to}`] : [];
  return [days || "the same days", ...clock, ...partsIn({ startDate, endDate, ...parts })].join(", ");
};

/** The leave's current state, which a retry may find changed. */
async function resultOf(ctx: Ctx, id: string) {
  const { status } = await getLeave(ctx, id);
  return { leaveId: encodeId("leave", id), status };
}

const request = tool({
  name: "request_leave",
  title: "Request leave",
  description:
    "Requests leave for the person you work for, as previewed. Only after they have seen the preview and said yes.",
  scope: "mcp:leaves:write",
  input: z.strictObject({ ...NewLeave, plan }),
  output,
  write: {
    isDestructive: false,
    question: ({ leaveType, ...leave }) => `Request ${leaveType}, ${when(leave)}?`,
  },
  async call(ctx, { plan, ...given }) {
    const content = await newLeaveOf(ctx, given);
    const { attempt, rulesVersion } = readPlan(ctx, plan, { tool: "request_leave", content });
    const id = await oncePerForm(
      ctx,
      { attempt, input: content },
      async (tx) => (await requestLeave(tx, { ...content, rulesVersion })).id,
    );
    return resultOf(ctx, id);
  },
});

const change = tool({
  name: "change_leave",
  title: "Change leave",
  description:
    "Changes a leave of the person you work for, as previewed. Only after they have seen the preview and said yes.",
  scope: "mcp:leaves:write",
  input: z.strictObject({ ...LeaveChange, plan }),
  output,
  write: { isDestructive: true, question: (leave) => `Change this leave to: ${when(leave)}?` },
  async call(ctx, { plan, ...given }) {
    const { leaveId } = given;
    const patch = await patchOf(ctx, given);
    const content = { leaveId, patch };
    const { attempt, version, rulesVersion } = readPlan(ctx, plan, { tool: "change_leave", content });
    const edit = async (tx: Ctx) => {
      requireOwn(tx, (await getLeave(tx, leaveId)).userId);
      return (await editLeave(tx, leaveId, { ...patch, rulesVersion }, version ?? undefined)).id;
    };
    return resultOf(ctx, await oncePerForm(ctx, { attempt, input: content }, edit));
  },
});

const cancel = tool({
  name: "cancel_leave",
  title: "Cancel leave",
  description:
    "Takes back a leave of the person you work for, as previewed with preview_leave and cancel. Only after they have said yes.",
  scope: "mcp:leaves:write",
  input: z.strictObject({ leaveId: LeaveChange.leaveId, plan }),
  output,
  write: { isDestructive: true, question: () => "Cancel this leave?" },
  async call(ctx, { plan, leaveId }) {
    const content = { leaveId };
    const { attempt, version } = readPlan(ctx, plan, { tool: "cancel_leave", content });
    const takeBack = async (tx: Ctx) => {
      requireOwn(tx, (await getLeave(tx, leaveId)).userId);
      return (await cancelLeave(tx, leaveId, {}, version ?? undefined)).id;
    };
    return resultOf(ctx, await oncePerForm(ctx, { attempt, input: content }, takeBack));
  },
});

/** The first decider, if an error names one. */
function deciderNamedIn({ more: { details } }: ApiError): string | null {
  const by = details?.by;
  return typeof by === "object" && by && "name" in by && typeof by.name === "string" ? by.name : null;
}

/** Rethrows an error with the decider's name in quotation marks, which sentences for the pages lack. */
function quotingDecider(error: unknown): never {
  const name = error instanceof ApiError ? deciderNamedIn(error) : null;
  if (!(error instanceof ApiError) || name === null) throw error;
  throw new ApiError(error.code, {
    ...error.more,
    description: error.message.replace(name, () => inQuotes(name)),
  });
}

const decide = tool({
  name: "decide_leave",
  title: "Decide a request",
  description:
    "Approves or denies a request that waits for the person you work for, with the plan that list_requests_to_decide gave. Only after they have said how to decide this one.",
  scope: "mcp:approvals:write",
  input: z.strictObject({
    leaveId: idOf("leave"),
    action: z.enum(["approve", "deny"]),
    reason: typed(2000).optional().describe("For a denial: what the person wants to tell the requester."),
    overrideReason: typed(2000)
      .optional()
      .describe(
        "For an approval in spite of a leave rule that refuses: why the person goes ahead. Only in their words.",
      ),
    plan: z.string().max(200).describe("The request's plan, from list_requests_to_decide."),
  }),
  output: z.object({
    leaveId: z.string(),
    status: z
      .enum(["OPEN", "APPROVED", "DENIED", "CANCELLED"])
      .describe(
        "OPEN after an approval: a second level decides next. Of a cancellation: CANCELLED, or APPROVED where leave stays.",
      ),
  }),
  write: {
    isDestructive: true,
    question: ({ action }) => (action === "approve" ? "Approve this request?" : "Deny this request?"),
  },
  async call(asked, { leaveId, action, reason, overrideReason, plan }) {
    const ctx = await withNamedDepartments(asked);
    const { attempt, version } = readPlan(ctx, plan, { tool: "decide_leave", content: { leaveId } });
    const decision = { attempt, id: leaveId, version: version ?? 0, action, reason, overrideReason };
    const status = await decideLeave(ctx, decision).catch(quotingDecider);
    return { leaveId: encodeId("leave", leaveId), status };
  },
});

export const changingTools = [request, change, cancel, decide];
