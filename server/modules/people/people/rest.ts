import { endpoint } from "@/server/transport/endpoint";
import { getUser } from "./get-user";
import { listUsers } from "./list-users";
import { expandedUserV2 } from "./present";
import { ExpandedUser, UserGetQuery, UserQuery } from "./schema";

export const peopleEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/users",
    operationId: "listUsers",
    tag: "Users",
    summary: "List users",
    description:
      "The users the key can see, in the order they were added. With `updatedSince`, those that changed, deleted ones included.",
    scope: "users:read",
    query: UserQuery,
    list: "paged",
    data: ExpandedUser,
    call: (ctx, { query, after }) => listUsers(ctx, { ...query, after }),
    present: expandedUserV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/users/{id}",
    operationId: "getUser",
    tag: "Users",
    summary: "Get a user",
    description: "A user the key can see, or the key's owner, in any status.",
    scope: "users:read",
    params: { id: "user" },
    query: UserGetQuery,
    data: ExpandedUser,
    call: (ctx, { params, query }) => getUser(ctx, params.id, query.expand),
    present: expandedUserV2,
  }),
];
