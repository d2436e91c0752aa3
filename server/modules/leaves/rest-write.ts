import { ImportResult, maximumImportBytes } from "@/server/modules/imports/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { importLeaves } from "./import-leaves";
import { leaveV2 } from "./present";
import { leaveReferenceFaults, requestLeave } from "./request";
import { Leave, LeaveCreate, LeaveDecision, LeaveImport, LeavePatch } from "./schema";
import { answerLeave } from "./see";

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
      "OPEN when the policy needs approval, else APPROVED. With the userId of another whom the acting user manages, the leave is added for them and approved at once.",
    body: LeaveCreate,
    data: Leave,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
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
      "The owner's edit of an approved leave is decided anew when approval is needed; that of one who manages them keeps the decision.",
    body: LeavePatch,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
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
    description: "It is kept with the status DELETED.",
    params: { id: "leave" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => deleteLeave(ctx, params.id),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/approve",
    operationId: "approveLeave",
    summary: "Approve a leave",
    description: "With two levels, level 1 lifts approvedLevel to 1 and level 2 decides.",
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => answerLeave(ctx, approveLeave(ctx, params.id)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/deny",
    operationId: "denyLeave",
    summary: "Deny a leave",
    description:
      "An OPEN leave becomes DENIED, at any level of approval. The reason is shown to the person as `statusReason`.",
    body: LeaveDecision,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => answerLeave(ctx, denyLeave(ctx, params.id, body)),
  }),
  endpoint({
    ...common,
    ...oneLeave,
    method: "POST",
    path: "/v2/leaves/{id}/cancel",
    operationId: "cancelLeave",
    summary: "Cancel a leave",
    description:
      "An OPEN or APPROVED leave becomes CANCELLED: by its owner before it ends, or by someone who manages them. The reason is kept as `statusReason`.",
    body: LeaveDecision,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => answerLeave(ctx, cancelLeave(ctx, params.id, body)),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/leaves/import",
    operationId: "importLeaves",
    summary: "Import leave",
    description:
      "Up to 10,000 rows and 8 MiB of leave of people whom the acting user manages; it is approved at once. Always an operation: it reports progress, and its result tells what became of each row.",
    write: { ...write, defer: "always" },
    body: LeaveImport,
    maximumBodyBytes: maximumImportBytes,
    data: ImportResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => importLeaves(ctx, body),
  }),
];
