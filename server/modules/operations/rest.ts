import { endpoint } from "@/server/transport/endpoint";
import { getOperation } from "./get";
import { operationV2 } from "./present";
import { Operation } from "./schema";

export const operationEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/operations/{id}",
    operationId: "getOperation",
    tag: "Operations",
    summary: "Get an operation",
    description: "Any key of the same owner can read it, for 30 days. Polling counts toward the limits.",
    scope: "any",
    params: { id: "operation" },
    data: Operation,
    call: (ctx, { params }) => getOperation(ctx, params),
    present: operationV2,
  }),
];
