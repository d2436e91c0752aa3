import { locationDetailV2 } from "@/server/modules/people/places/present";
import { LocationDetail } from "@/server/modules/people/places/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { closeDays } from "./close-days";
import { closingPreviewV2 } from "./present";
import { previewClosing } from "./preview-closing";
import { reopenDays } from "./reopen-days";
import { ClosingPreview, ClosingQuery, ClosingRequest, ReopeningRequest } from "./schema";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const common = { tag: "Locations", scope: "locations:write", params: { id: "location" } } as const;

export const closingEndpoints = [
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/locations/{id}/closing-preview",
    operationId: "previewClosing",
    summary: "Preview closing days of a location",
    description:
      "Administrators only. The approved leave that closing would fix, and the requests that have to be decided first.",
    query: ClosingQuery,
    data: ClosingPreview,
    errors: ["FORBIDDEN"],
    call: (ctx, { params, query }) => previewClosing(ctx, params.id, query),
    present: closingPreviewV2,
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/locations/{id}/close",
    operationId: "closeDays",
    summary: "Close days of a location",
    description:
      "Administrators only. Nothing in closed days changes any more: neither leave nor its counts nor adjustments of balances; such a write is refused with PERIOD_CLOSED. People who move to another location keep their closed days. Refused while requests wait for a decision in these days.",
    write,
    body: ClosingRequest,
    data: LocationDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => closeDays(ctx, params.id, body),
    present: locationDetailV2,
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/locations/{id}/reopen",
    operationId: "reopenDays",
    summary: "Reopen closed days of a location",
    description:
      "Administrators only. Opens the days after `through`, also those that people brought along from earlier locations.",
    write,
    body: ReopeningRequest,
    data: LocationDetail,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => reopenDays(ctx, params.id, body),
    present: locationDetailV2,
  }),
];
