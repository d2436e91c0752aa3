import { endpoint } from "@/server/transport/endpoint";
import { findToDecide } from "./find-to-decide";
import { decisionContextV2, toDecideV2 } from "./present";
import { readDecisionContext } from "./read-decision-context";
import { DecisionContext, DecisionContextQuery, LeaveToDecide, ToDecideQuery } from "./schema";

export const approvalEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/leaves/to-decide",
    operationId: "listLeavesToDecide",
    tag: "Leaves",
    summary: "List leaves to decide",
    description:
      "Open leave that the key's owner can approve now, the nearest deadline first. With two levels of approval, a leave is listed for the level that decides next.",
    scope: "leaves:read",
    query: ToDecideQuery,
    list: "paged",
    data: LeaveToDecide,
    call: (ctx, { query, after }) => findToDecide(ctx, { limit: query.limit, after }),
    present: toDecideV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/leaves/decision-context",
    operationId: "listDecisionContexts",
    tag: "Leaves",
    summary: "List decision contexts",
    description:
      "What a decision about open leave depends on: who else is away, the balance without and with it, holidays, and the person's other leave. Leaves that aren't open, or that the key's owner can't decide, are left out.",
    scope: "leaves:read",
    query: DecisionContextQuery,
    list: "whole",
    data: DecisionContext,
    call: async (ctx, { query }) => ({ items: await readDecisionContext(ctx, query.ids), next: null }),
    present: decisionContextV2,
  }),
];
