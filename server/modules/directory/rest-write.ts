import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createLabel } from "./create-label";
import { deleteLabel } from "./delete-label";
import { labelV2 } from "./present";
import { Label, LabelCreate, LabelPatch } from "./schema";
import { updateLabel } from "./update-label";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };

export const directoryWriteEndpoints = [
  endpoint({
    method: "POST",
    path: "/v2/labels",
    status: 201,
    operationId: "createLabel",
    tag: "Labels",
    summary: "Create a label",
    scope: "labels:write",
    write,
    body: LabelCreate,
    data: Label,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => createLabel(ctx, body),
    present: labelV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/labels/{id}",
    operationId: "updateLabel",
    tag: "Labels",
    summary: "Update a label",
    scope: "labels:write",
    write,
    params: { id: "label" },
    body: LabelPatch,
    data: Label,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => updateLabel(ctx, params.id, body),
    present: labelV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/labels/{id}",
    status: 204,
    operationId: "deleteLabel",
    tag: "Labels",
    summary: "Delete a label",
    description: "It is taken from the people who carry it.",
    scope: "labels:write",
    write,
    params: { id: "label" },
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => deleteLabel(ctx, params.id),
  }),
];
