import type { Ctx } from "@/server/access/ctx";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createLeaveType } from "./create-leave-type";
import { leaveTypeDetailV2, policyEffectV2 } from "./present";
import { previewPolicies } from "./preview-policies";
import {
  LeavePoliciesPreview,
  LeavePolicyEffect,
  LeaveTypeCreate,
  LeaveTypeDetail,
  LeaveTypePatch,
} from "./schema";
import { updateLeaveType } from "./update-leave-type";
import { referenceFaults as policyReferenceFaults } from "./write-policies";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

const referenceFaults = async (ctx: Ctx, { policies }: Partial<LeaveTypePatch>) =>
  policies ? policyReferenceFaults(ctx, policies) : [];

export const leaveTypeWriteEndpoints = [
  endpoint({
    method: "POST",
    path: "/v2/leave-types",
    status: 201,
    operationId: "createLeaveType",
    tag: "Leave types",
    summary: "Create a leave type",
    description: "Administrators only. People can request it in the locations that have a policy.",
    scope: "leave-types:write",
    write,
    body: LeaveTypeCreate,
    data: LeaveTypeDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults,
    call: (ctx, { body }) => createLeaveType(ctx, body),
    present: leaveTypeDetailV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/leave-types/{id}",
    operationId: "updateLeaveType",
    tag: "Leave types",
    summary: "Update a leave type",
    description:
      "Administrators only. Leave types can't be deleted: set `isActive` to false to retire one. `policies` changes only the locations you list, and can't take away days that people have already booked or requested.",
    scope: "leave-types:write",
    write,
    params: { id: "leaveType" },
    body: LeaveTypePatch,
    data: LeaveTypeDetail,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
    referenceFaults,
    call: (ctx, { params, body }) => updateLeaveType(ctx, params.id, body),
    present: leaveTypeDetailV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/leave-types/{id}/policies/preview",
    operationId: "previewLeavePolicies",
    tag: "Leave types",
    summary: "Preview policies",
    description:
      "Administrators only. How many people and how much leave new policies would affect, and whose leave they would no longer cover. Changes nothing.",
    scope: "leave-types:write",
    params: { id: "leaveType" },
    body: LeavePoliciesPreview,
    data: LeavePolicyEffect,
    errors: ["FORBIDDEN"],
    referenceFaults,
    call: (ctx, { params, body }) => previewPolicies(ctx, params.id, body.policies),
    present: policyEffectV2,
  }),
];
