import { endpoint } from "@/server/transport/endpoint";
import { getLeaveType } from "./get-leave-type";
import { listLeaveTypes } from "./list-leave-types";
import { leaveTypeDetailV2, leaveTypeV2 } from "./present";
import { LeaveType, LeaveTypeDetail, LeaveTypeQuery } from "./schema";

export const leaveTypeEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/leave-types",
    operationId: "listLeaveTypes",
    tag: "Leave types",
    summary: "List leave types",
    description: "Every leave type in the workspace, including inactive ones, sorted by position.",
    scope: "leave-types:read",
    query: LeaveTypeQuery,
    list: "paged",
    data: LeaveType,
    call: (ctx, { query, after }) => listLeaveTypes(ctx, { limit: query.limit, after }),
    present: leaveTypeV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/leave-types/{id}",
    operationId: "getLeaveType",
    tag: "Leave types",
    summary: "Get a leave type",
    description: "Includes its policies for the locations the key can see.",
    scope: "leave-types:read",
    params: { id: "leaveType" },
    data: LeaveTypeDetail,
    call: (ctx, { params }) => getLeaveType(ctx, params.id),
    present: leaveTypeDetailV2,
  }),
];
