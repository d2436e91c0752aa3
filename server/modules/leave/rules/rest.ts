import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { getRule, listRules } from "./list-rules";
import { leaveRuleV2 } from "./present";
import { LeaveRule, LeaveRuleCreate, LeaveRulePatch } from "./schema";
import { deleteRule, ruleFaults, updateRule, writeRule } from "./write-rule";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Leave rules";
const one = { params: { id: "leaveRule" }, data: LeaveRule, present: leaveRuleV2 } as const;
const whoWrites =
  "Administrators write all rules, location admins those whose `locationIds` are all ones that they manage.";

export const leaveRuleEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/leave-rules",
    operationId: "listLeaveRules",
    tag,
    summary: "List leave rules",
    description:
      "The rules that leave is judged by, the oldest first, in one response. Administrators see all, location admins those of their locations, others those that concern them.",
    scope: "leave-rules:read",
    list: "whole",
    data: LeaveRule,
    call: async (ctx) => ({ items: await listRules(ctx), next: null }),
    present: leaveRuleV2,
  }),
  endpoint({
    ...one,
    method: "GET",
    path: "/v2/leave-rules/{id}",
    operationId: "getLeaveRule",
    tag,
    summary: "Get a leave rule",
    description: "A rule that the key can see.",
    scope: "leave-rules:read",
    call: (ctx, { params }) => getRule(ctx, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/v2/leave-rules",
    status: 201,
    operationId: "createLeaveRule",
    tag,
    summary: "Create a leave rule",
    description: `${whoWrites} Leave that exists stays as it is.`,
    scope: "leave-rules:write",
    write,
    body: LeaveRuleCreate,
    data: LeaveRule,
    errors: ["FORBIDDEN"],
    referenceFaults: ruleFaults,
    call: (ctx, { body }) => writeRule(ctx, body),
    present: leaveRuleV2,
  }),
  endpoint({
    ...one,
    method: "PATCH",
    path: "/v2/leave-rules/{id}",
    operationId: "updateLeaveRule",
    tag,
    summary: "Update a leave rule",
    description: `${whoWrites} Leave that exists stays as it is.`,
    scope: "leave-rules:write",
    write,
    body: LeaveRulePatch,
    errors: ["FORBIDDEN"],
    call: (ctx, { params, body }) => updateRule(ctx, params.id, body),
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/leave-rules/{id}",
    status: 204,
    operationId: "deleteLeaveRule",
    tag,
    summary: "Delete a leave rule",
    description: "What is noted with leave stays.",
    scope: "leave-rules:write",
    write,
    params: { id: "leaveRule" },
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => deleteRule(ctx, params.id),
  }),
];
