import { endpoint } from "@/server/transport/endpoint";
import { listBalances } from "./list-balances";
import { balanceV2, explanationLineV2, userBalancesV2 } from "./present";
import { readBalances } from "./read";
import { readExplanation } from "./read-explanation";
import {
  Balance,
  BalanceQuery,
  BalancesQuery,
  ExplanationLine,
  ExplanationQuery,
  UserBalances,
} from "./schema";

export const balanceEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/balances",
    operationId: "listBalancesOfUsers",
    tag: "Users",
    summary: "List balances of many users",
    description:
      "The balances of the users the key can see, as `/v2/users/{id}/balances` returns them, in the order the users were added.",
    scope: "leaves:read",
    query: BalancesQuery,
    list: "paged",
    data: UserBalances,
    call: (ctx, { query, after }) => listBalances(ctx, { ...query, after }),
    present: userBalancesV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/users/{id}/balances",
    operationId: "listBalances",
    tag: "Users",
    summary: "List a user's balances",
    description: "One balance for each leave type available at the user's location, as of a given day.",
    scope: "leaves:read",
    params: { id: "user" },
    query: BalanceQuery,
    list: "whole",
    data: Balance,
    call: async (ctx, { params, query }) => ({
      items: await readBalances(ctx, { userId: params.id, asOf: query.asOf }),
      next: null,
    }),
    present: balanceV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/users/{id}/balances/explanation",
    operationId: "explainBalance",
    tag: "Users",
    summary: "Explain a user's balance",
    description:
      "How one balance comes about in the accounting year of a given day: everything that was given, lapsed, adjusted and taken, by date.",
    scope: "leaves:read",
    params: { id: "user" },
    query: ExplanationQuery,
    list: "whole",
    data: ExplanationLine,
    call: async (ctx, { params, query }) => ({
      items: await readExplanation(ctx, { userId: params.id, ...query }),
      next: null,
    }),
    present: explanationLineV2,
  }),
];
