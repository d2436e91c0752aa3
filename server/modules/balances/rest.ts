import { endpoint } from "@/server/transport/endpoint";
import { balanceV2 } from "./present";
import { readBalances } from "./read";
import { Balance, BalanceQuery } from "./schema";

export const balanceEndpoints = [
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
];
