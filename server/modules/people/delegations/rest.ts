import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createDelegation } from "./create";
import { endDelegation } from "./end";
import { listDelegations } from "./list";
import { delegationV2 } from "./present";
import { Delegation, DelegationCreate, DelegationQuery } from "./schema";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Delegations";

export const delegationEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/delegations",
    operationId: "listDelegations",
    tag,
    summary: "List delegations",
    description:
      "Approvers' stand-ins, and when they decide: those the key's owner named, those that name the owner, and those of approvers they manage. The latest first.",
    scope: "leaves:read",
    query: DelegationQuery,
    list: "paged",
    data: Delegation,
    call: (ctx, { query, after }) => listDelegations(ctx, { ...query, after }),
    present: delegationV2,
  }),
  endpoint({
    method: "POST",
    path: "/v2/delegations",
    status: 201,
    operationId: "createDelegation",
    tag,
    summary: "Name a stand-in",
    description:
      "On these days the stand-in can approve and deny in the app and by email what the approver can, except their own leave and the approver's. With a key they can only decide about people the key can see.",
    scope: "leaves:write",
    write,
    body: DelegationCreate,
    data: Delegation,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => createDelegation(ctx, body),
    present: delegationV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/delegations/{id}",
    status: 204,
    operationId: "endDelegation",
    tag,
    summary: "End a delegation",
    description: "Ends it at once, whether it runs or is still to come. It's kept with the status ENDED.",
    scope: "leaves:write",
    write,
    params: { id: "delegation" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => endDelegation(ctx, params.id),
  }),
];
