import { endpoint } from "@/server/transport/endpoint";
import { getOperation } from "./get";
import { listOperations } from "./list";
import { operationHeadV2, operationV2 } from "./present";
import { Operation, OperationItem, OperationQuery } from "./schema";

export const operationEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/operations",
    operationId: "listOperations",
    tag: "Operations",
    summary: "List operations",
    description:
      "The operations of the key's owner in the last 30 days, newest first, whichever of their keys started them. Get a single operation for its result.",
    scope: "any",
    query: OperationQuery,
    list: "paged",
    data: OperationItem,
    call: (ctx, { query, after }) => listOperations(ctx, { ...query, after }),
    present: operationHeadV2,
  }),
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
