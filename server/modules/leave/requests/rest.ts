import type { Ctx } from "@/server/access/ctx";
import type { Page } from "@/server/kernel/database/page-token";
import { ruleMarkV2 } from "@/server/modules/leave/rules/present";
import { LeaveRuleMark } from "@/server/modules/leave/rules/schema";
import { findUsersAndSelf } from "@/server/modules/people/people/find-users";
import { endpoint } from "@/server/transport/endpoint";
import { type ExpandedLeaveRow, expandLeaves, expandLeavesWith } from "./expand-leaves";
import { getLeave } from "./get-leave";
import { getLeaveHistory } from "./get-leave-history";
import { listBrokenRules } from "./list-broken-rules";
import { type LeaveFilter, listLeaves } from "./list-leaves";
import { expandedLeaveV2, leavePreviewV2, leaveStepV2 } from "./present";
import { previewWanted } from "./preview";
import {
  ExpandedLeave,
  type LeaveExpansion,
  LeaveGetQuery,
  LeaveHistoryStep,
  LeavePreview,
  LeavePreviewRequest,
  LeaveQuery,
} from "./schema";

async function listExpanded(
  ctx: Ctx,
  input: LeaveFilter & { expand?: LeaveExpansion[] | undefined },
): Promise<Page<ExpandedLeaveRow>> {
  const page = await listLeaves(ctx, input);
  return { items: await expandLeaves(ctx, page.items, input.expand), next: page.next };
}

async function getExpanded(
  ctx: Ctx,
  id: string,
  expand: LeaveExpansion[] = [],
): Promise<ExpandedLeaveRow | undefined> {
  const [row] = await expandLeavesWith(ctx, [await getLeave(ctx, id)], expand, findUsersAndSelf);
  return row;
}

export const leaveReadEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/leaves",
    operationId: "listLeaves",
    tag: "Leaves",
    summary: "List leaves",
    description:
      "Leave of the users the key can see, sorted by start date. With `updatedSince`, leave that changed, deleted leave included.",
    scope: "leaves:read",
    query: LeaveQuery,
    list: "paged",
    data: ExpandedLeave,
    call: (ctx, { query, after }) => listExpanded(ctx, { ...query, after }),
    present: expandedLeaveV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/leaves/{id}",
    operationId: "getLeave",
    tag: "Leaves",
    summary: "Get a leave",
    description: "A leave of a user the key can see, or of the key's owner, in any status.",
    scope: "leaves:read",
    params: { id: "leave" },
    query: LeaveGetQuery,
    data: ExpandedLeave,
    call: (ctx, { params, query }) => getExpanded(ctx, params.id, query.expand),
    present: (row) => row && expandedLeaveV2(row),
  }),
  endpoint({
    method: "GET",
    path: "/v2/leaves/{id}/history",
    operationId: "listLeaveHistory",
    tag: "Leaves",
    summary: "List a leave's history",
    description:
      "Everything that was done with a leave and who did it, oldest first, for as long as the workspace keeps its audit log.",
    scope: "leaves:read",
    params: { id: "leave" },
    list: "whole",
    data: LeaveHistoryStep,
    call: async (ctx, { params }) => ({ items: await getLeaveHistory(ctx, params.id), next: null }),
    present: leaveStepV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/leaves/{id}/rules",
    operationId: "listBrokenRules",
    tag: "Leaves",
    summary: "List the rules a leave breaks",
    description:
      "The leave rules that a leave broke when it was last judged: warnings, and rules that someone went ahead in spite of. They stay as they were when the rule changes. Empty if the key can't see the leave's type.",
    scope: "leaves:read",
    params: { id: "leave" },
    list: "whole",
    data: LeaveRuleMark,
    call: async (ctx, { params }) => ({ items: await listBrokenRules(ctx, params.id), next: null }),
    present: ruleMarkV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/leaves/preview",
    operationId: "previewLeave",
    tag: "Leaves",
    summary: "Preview a leave",
    description:
      "What a request or a change would do, by the same rules: how each day counts, the balance before and after, who decides, who else is away, and everything it would be refused for. Changes nothing.",
    scope: "leaves:read",
    body: LeavePreviewRequest,
    data: LeavePreview,
    errors: ["RESOURCE_NOT_FOUND", "FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => previewWanted(ctx, body),
    present: leavePreviewV2,
  }),
];
