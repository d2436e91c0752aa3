import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { cancelCredit } from "./cancel-credit";
import { createCredit } from "./create-credit";
import { approveCredit, denyCredit } from "./decide-credit";
import { listCredits } from "./list-credits";
import { creditV2 } from "./present";
import { Credit, CreditCreate, CreditDecision, CreditPatch, CreditsQuery } from "./schema";
import { loadCredit } from "./store";
import { updateCredit } from "./update-credit";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Credits";
const one = { tag, params: { id: "credit" }, data: Credit, present: creditV2 } as const;
const change = { ...one, method: "POST", scope: "credits:write", write, body: CreditDecision } as const;

export const creditEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/credits",
    operationId: "listCredits",
    tag,
    summary: "List credits",
    description: "Credits of the users the key can see, in any status. The newest first.",
    scope: "credits:read",
    query: CreditsQuery,
    list: "paged",
    data: Credit,
    call: (ctx, { query, after }) => listCredits(ctx, { ...query, after }),
    present: creditV2,
  }),
  endpoint({
    ...one,
    method: "GET",
    path: "/v2/credits/{id}",
    operationId: "getCredit",
    summary: "Get a credit",
    description: "The acting user's own, or one of a user the key can see.",
    scope: "credits:read",
    call: (ctx, { params }) => loadCredit(ctx, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/v2/credits",
    status: 201,
    operationId: "createCredit",
    tag,
    summary: "Ask for a credit, or grant one",
    description:
      "Days with an expiry of their own: time in lieu, bought or granted. Leave uses them before the days of the year, the first to expire first. Your own credit is OPEN until an approver decides, if the policy has `creditsRequestable`. One you grant someone you manage, with `userId`, is APPROVED right away.",
    scope: "credits:write",
    write,
    body: CreditCreate,
    data: Credit,
    errors: ["FORBIDDEN", "PERIOD_CLOSED"],
    call: (ctx, { body }) => createCredit(ctx, body),
    present: creditV2,
  }),
  endpoint({
    ...one,
    method: "PATCH",
    path: "/v2/credits/{id}",
    operationId: "updateCredit",
    summary: "Change a credit's expiry",
    description:
      "Sets another last day to use an OPEN or APPROVED credit, as long as it isn't over. Those who manage the user can. Refused if leave would lose days it was booked against.",
    scope: "credits:write",
    write,
    body: CreditPatch,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => updateCredit(ctx, params.id, body),
  }),
  endpoint({
    ...change,
    path: "/v2/credits/{id}/approve",
    operationId: "approveCredit",
    summary: "Approve a credit",
    description:
      "An OPEN credit becomes APPROVED. Those who can decide leave of this type of the user can, and one decision is enough.",
    errors: ["FORBIDDEN", "CONFLICT", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => approveCredit(ctx, params.id, body),
  }),
  endpoint({
    ...change,
    path: "/v2/credits/{id}/deny",
    operationId: "denyCredit",
    summary: "Deny a credit",
    description: "An OPEN credit becomes DENIED. The user sees the reason as `decisionReason`.",
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => denyCredit(ctx, params.id, body),
  }),
  endpoint({
    ...change,
    path: "/v2/credits/{id}/cancel",
    operationId: "cancelCredit",
    summary: "Cancel a credit",
    description:
      "An OPEN or APPROVED credit becomes CANCELLED. People can cancel their own while it's OPEN. An APPROVED one is cancelled by those who manage them, unless leave would lose days it was booked against.",
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    call: (ctx, { params, body }) => cancelCredit(ctx, params.id, body),
  }),
];
