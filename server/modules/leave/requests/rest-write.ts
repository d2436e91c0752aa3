import { ImportResult, maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { importLeaves } from "./import-leaves";
import { leaveV2 } from "./present";
import { remindApprovers } from "./remind";
import { leaveReferenceFaults, requestLeave } from "./request";
import { Leave, LeaveApproval, LeaveCreate, LeaveDecision, LeaveImport, LeavePatch } from "./schema";
import { answerLeave } from "./see";
import { withdrawCancellation } from "./withdraw-cancellation";
import { withdrawChange } from "./withdraw-change";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const common = { tag: "Leaves", scope: "leaves:write", write } as const;
const oneLeave = { params: { id: "leave" }, data: Leave, present: leaveV2 } as const;

export const leaveWriteEndpoints = [
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/leaves",
    status: 201,
    operationId: "requestLeave",
    summary: "Request leave",
    description:
      "The leave is OPEN if its policy requires approval, otherwise APPROVED. Leave you add for someone you manage, with `userId`, is approved right away.",
    body: LeaveCreate,
    data: Leave,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "LEAVE_RULE_BROKEN", "PERIOD_CLOSED"],
    referenceFaults: leaveReferenceFaults,
    call: (ctx, { body }) => answerLeave(ctx, requestLeave(ctx, body)),
    present: leaveV2,
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "PATCH",
    path: "/v2/leaves/{id}",
    operationId: "editLeave",
    summary: "Edit a leave",
    description:
      "If you edit your own approved leave and its policy requires approval, it needs a new decision. Edits by someone who manages you keep the decision. If the policy has `changesNeedConsent`, your approved leave stays as it is, with `changeRequestedAt` and `requestedChange`, until an approver agrees; only `reason` changes at once. A later edit takes the place of an earlier one.",
    body: LeavePatch,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "LEAVE_RULE_BROKEN", "PERIOD_CLOSED"],
    referenceFaults: leaveReferenceFaults,
    call: (ctx, { params, body }) => answerLeave(ctx, editLeave(ctx, params.id, body)),
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/v2/leaves/{id}",
    status: 204,
    operationId: "deleteLeave",
    summary: "Delete a leave",
    description: "The leave is kept with the status DELETED.",
    params: { id: "leave" },
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params }) => deleteLeave(ctx, params.id),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/approve",
    operationId: "approveLeave",
    summary: "Approve a leave",
    description:
      "With two-level approval, level 1 sets `approvedLevel` to 1 and level 2 makes the decision. If the leave has `cancellationRequestedAt`, this agrees to cancel it: it becomes CANCELLED, or ends on the day before it was asked. If it has `changeRequestedAt`, this agrees to the change, which is judged again.",
    body: LeaveApproval,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "LEAVE_RULE_BROKEN", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => answerLeave(ctx, approveLeave(ctx, params.id, undefined, body)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/deny",
    operationId: "denyLeave",
    summary: "Deny a leave",
    description:
      "An OPEN leave becomes DENIED, at any level of approval. If the leave has `cancellationRequestedAt`, this refuses to cancel it, and if it has `changeRequestedAt`, to change it: it stays APPROVED, as it is. The person sees the reason as `statusReason`.",
    body: LeaveDecision,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => answerLeave(ctx, denyLeave(ctx, params.id, body)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/remind",
    operationId: "remindApprovers",
    summary: "Remind approvers",
    description:
      "Sends a reminder to those who decide next about the acting user's own open leave, once a day at most.",
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => answerLeave(ctx, remindApprovers(ctx, params.id)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/cancel",
    operationId: "cancelLeave",
    summary: "Cancel a leave",
    description:
      "An OPEN or APPROVED leave becomes CANCELLED. People can cancel their own leave until it ends: if it has begun, the days that are over stay, and it ends yesterday and stays APPROVED. Those who manage them can cancel all of it any time, and need a reason once it's over. If the policy has `changesNeedConsent`, the leave stays APPROVED with `cancellationRequestedAt` until an approver agrees. The reason is saved as `statusReason`.",
    body: LeaveDecision,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => answerLeave(ctx, cancelLeave(ctx, params.id, body)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/withdraw-cancellation",
    operationId: "withdrawCancellation",
    summary: "Withdraw a cancellation",
    description:
      "Takes back the acting user's request to cancel their approved leave, before an approver has answered. The leave stays.",
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => answerLeave(ctx, withdrawCancellation(ctx, params.id)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/withdraw-change",
    operationId: "withdrawChange",
    summary: "Withdraw a change",
    description:
      "Takes back the acting user's request to change their approved leave, before an approver has answered. The leave stays as it is.",
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => answerLeave(ctx, withdrawChange(ctx, params.id)),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/leaves/import",
    operationId: "importLeaves",
    summary: "Import leave",
    description:
      "Up to 10,000 rows and 8 MiB of leave for people the acting user manages. Imported leave is approved right away. Always runs as an operation, with progress and a result for each row.",
    write: { ...write, defer: "always" },
    body: LeaveImport,
    maximumBodyBytes: maximumImportBytes,
    data: ImportResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => importLeaves(ctx, body),
  }),
];
