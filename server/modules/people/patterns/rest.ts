import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { deleteWorkPattern } from "./delete-work-pattern";
import { listWorkPatterns } from "./list-work-patterns";
import { createdWorkPatternV2, workPatternPreviewV2, workPatternsSetV2, workPatternV2 } from "./present";
import { previewDeletion, previewWorkPattern } from "./preview-work-pattern";
import {
  CreatedWorkPattern,
  WorkPattern,
  WorkPatternCreate,
  WorkPatternPreview,
  WorkPatternsSet,
  WorkPatternsSetResult,
} from "./schema";
import { setWorkPattern } from "./set-work-pattern";
import { setWorkPatterns } from "./set-work-patterns";

const path = "/v2/users/{id}/work-patterns";
const tag = "Users";
const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

export const workPatternEndpoints = [
  endpoint({
    method: "GET",
    path,
    operationId: "listWorkPatterns",
    tag,
    summary: "List a user's working patterns",
    description:
      "How the user works in place of the location's work week, and from which day. Each counts until the next one starts. The latest first.",
    scope: "users:read",
    params: { id: "user" },
    list: "whole",
    data: WorkPattern,
    call: async (ctx, { params }) => ({ items: await listWorkPatterns(ctx, params.id), next: null }),
    present: workPatternV2,
  }),
  endpoint({
    method: "POST",
    path,
    status: 201,
    operationId: "createWorkPattern",
    tag,
    summary: "Set a user's working pattern",
    description:
      "Replaces a pattern that starts on the same day. Current and future leave is recounted: `recountedLeaves` lists what changed, and each of them is a `leave.updated` event. Past leave keeps its days.",
    scope: "users:write",
    write,
    params: { id: "user" },
    body: WorkPatternCreate,
    data: CreatedWorkPattern,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE"],
    call: (ctx, { params, body }) => setWorkPattern(ctx, params.id, body),
    present: createdWorkPatternV2,
  }),
  endpoint({
    method: "POST",
    path: `${path}/preview`,
    operationId: "previewWorkPattern",
    tag,
    summary: "Preview a working pattern",
    description:
      "Which leave a new pattern would recount, and which balances wouldn't cover it. Changes nothing.",
    scope: "users:write",
    params: { id: "user" },
    body: WorkPatternCreate,
    data: WorkPatternPreview,
    errors: ["FORBIDDEN"],
    call: (ctx, { params, body }) => previewWorkPattern(ctx, params.id, body),
    present: workPatternPreviewV2,
  }),
  endpoint({
    method: "GET",
    path: `${path}/{patternId}/deletion-preview`,
    operationId: "previewWorkPatternDeletion",
    tag,
    summary: "Preview deleting a working pattern",
    description:
      "Which leave deleting it would recount, and which balances wouldn't cover it. Changes nothing.",
    scope: "users:write",
    params: { id: "user", patternId: "workPattern" },
    data: WorkPatternPreview,
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => previewDeletion(ctx, params.id, params.patternId),
    present: workPatternPreviewV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/users/bulk-set-work-pattern",
    operationId: "setWorkPatterns",
    tag,
    summary: "Set a working pattern for many users",
    description:
      "Up to 1,000 users. Always runs as an operation, with progress and a result for each user. Users who can't be changed are left out, with the reason. Current and future leave is recounted, as for a single user. Mode `check` says beforehand who would change.",
    scope: "users:write",
    write: { ...write, defer: "always" },
    body: WorkPatternsSet,
    data: WorkPatternsSetResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => setWorkPatterns(ctx, body),
    present: workPatternsSetV2,
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{patternId}`,
    status: 204,
    operationId: "deleteWorkPattern",
    tag,
    summary: "Delete a working pattern",
    description:
      "The pattern before it, or the location's work week, counts instead. Current and future leave is recounted.",
    scope: "users:write",
    write,
    params: { id: "user", patternId: "workPattern" },
    errors: ["FORBIDDEN", "LEAVE_NEGATIVE_BALANCE"],
    call: (ctx, { params }) => deleteWorkPattern(ctx, params.id, params.patternId),
  }),
];
