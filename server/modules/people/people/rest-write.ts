import type { Ctx } from "@/server/access/ctx";
import { maximumImportBytes } from "@/server/modules/workspace/imports/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createUser } from "./create-user";
import { handOverPeople } from "./hand-over";
import { usersUpdatedV2, userV2 } from "./present";
import { checkReferences } from "./references";
import { HandedOver, HandOver, User, UserCreate, UserPatch, UsersUpdate, UsersUpdateResult } from "./schema";
import { activateUser, deactivateUser } from "./set-status";
import { updateUser } from "./update-user";
import { updateUsers } from "./update-users";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const common = { tag: "Users", scope: "users:write", write, data: User, present: userV2 } as const;

const referenceFaults = async (ctx: Ctx, body: UserPatch) => (await checkReferences(ctx, body)).faults;

export const peopleWriteEndpoints = [
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users",
    status: 201,
    operationId: "createUser",
    summary: "Create a user",
    description:
      "Administrators, and location admins for locations they manage. The person is active right away and signs in with an emailed link.",
    body: UserCreate,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults,
    call: (ctx, { body }) => createUser(ctx, body),
  }),
  endpoint({
    ...common,
    method: "PATCH",
    path: "/v2/users/{id}",
    operationId: "updateUser",
    summary: "Update a user",
    description:
      "You can't change someone with a higher role than yours. `labels` replaces the whole list. Moving to another location is refused if its policies and accounting years wouldn't cover leave that's already booked or requested. Booked or requested leave outside a new `startDate` or `endDate` is cancelled, and leave across it is shortened.",
    params: { id: "user" },
    body: UserPatch,
    errors: ["FORBIDDEN", "CONFLICT", "LEAVE_NEGATIVE_BALANCE", "PERIOD_CLOSED"],
    referenceFaults,
    call: (ctx, { params, body }) => updateUser(ctx, params.id, body),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users/{id}/activate",
    operationId: "activateUser",
    summary: "Activate a user",
    description: "Makes an INACTIVE user ACTIVE again. Any other status is a conflict.",
    params: { id: "user" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => activateUser(ctx, params.id),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users/{id}/deactivate",
    operationId: "deactivateUser",
    summary: "Deactivate a user",
    description:
      "Ends their sessions and connected apps right away. Their API keys return 403. You can't deactivate the last active administrator.",
    params: { id: "user" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => deactivateUser(ctx, params.id),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users/{id}/hand-over",
    operationId: "handOverUsers",
    summary: "Hand over a manager's people",
    description:
      "Everyone the key can change whose `approverId` is this user gets another manager, or none. Leave that waits for the user's decision waits for the new manager.",
    params: { id: "user" },
    body: HandOver,
    data: HandedOver,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults,
    call: (ctx, { params, body }) => handOverPeople(ctx, params.id, body),
    present: (changedCount: number) => ({ changedCount }),
  }),
  endpoint({
    method: "POST",
    path: "/v2/users/bulk-update",
    operationId: "updateUsers",
    tag: "Users",
    summary: "Update many users",
    description:
      "Up to 10,000 users. Always runs as an operation, with progress and a result for each user. Users who can't be changed are left out, with the reason. Leave that's already requested keeps its days when a user moves to another location, and must be covered there.",
    scope: "users:write",
    write: { ...write, defer: "always" },
    body: UsersUpdate,
    maximumBodyBytes: maximumImportBytes,
    data: UsersUpdateResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => updateUsers(ctx, body),
    present: usersUpdatedV2,
  }),
];
