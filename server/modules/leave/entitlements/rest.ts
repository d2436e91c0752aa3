import { ImportResult, maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { endpoint } from "@/server/transport/endpoint";
import { adjustBalance } from "./adjust-balance";
import { importOpenings } from "./import-openings";
import { listAdjustments } from "./list-adjustments";
import { adjustmentV2 } from "./present";
import { BalanceAdjustment, BalanceAdjustmentCreate, BalanceAdjustmentQuery, OpeningImport } from "./schema";

const common = {
  path: "/v2/users/{id}/balance-adjustments",
  tag: "Users",
  params: { id: "user" },
  data: BalanceAdjustment,
  present: adjustmentV2,
} as const;

export const entitlementEndpoints = [
  endpoint({
    ...common,
    method: "GET",
    operationId: "listBalanceAdjustments",
    summary: "List a user's balance adjustments",
    description:
      "What was given to the user's balances beside the policies, or taken from them. The newest first.",
    scope: "leaves:read",
    query: BalanceAdjustmentQuery,
    list: "paged",
    call: (ctx, { params, query, after }) => listAdjustments(ctx, { userId: params.id, ...query, after }),
  }),
  endpoint({
    ...common,
    method: "POST",
    status: 201,
    operationId: "adjustBalance",
    summary: "Adjust a user's balance",
    description:
      "Gives days, takes some away, or sets the user's own yearly quota. Adjustments are never edited: a wrong one is reversed by another.",
    scope: "leaves:write",
    write: { idempotent: true, onBehalf: true, defer: true },
    body: BalanceAdjustmentCreate,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => adjustBalance(ctx, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/v2/balance-adjustments/import",
    operationId: "importOpeningBalances",
    tag: "Users",
    summary: "Import opening balances",
    description:
      "Up to 10,000 rows and 8 MiB of OPENING adjustments. An opening balance that a person already has for the leave type and date isn't written again. Always runs as an operation, with progress and a result for each row.",
    scope: "leaves:write",
    write: { idempotent: true, onBehalf: true, defer: "always" },
    body: OpeningImport,
    maximumBodyBytes: maximumImportBytes,
    data: ImportResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => importOpenings(ctx, body),
  }),
];
