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
    description: "Available for 30 days to any key of the same owner. Polling counts toward your limits.",
    scope: "any",
    params: { id: "operation" },
    data: Operation,
    call: (ctx, { params }) => getOperation(ctx, params),
    present: operationV2,
  }),
];
