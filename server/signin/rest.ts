import { getUser } from "@/server/modules/people/people/get-user";
import { userV2 } from "@/server/modules/people/people/present";
import { checkReferences } from "@/server/modules/people/people/references";
import {
  User,
  UserInvite,
  UsersInvitation,
  UsersInvitationResult,
} from "@/server/modules/people/people/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { inviteUser } from "./invite-person";
import { inviteUsers } from "./invite-users";
import { usersInvitedV2 } from "./present";
import { sendInvitation } from "./send-invitation";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const common = { tag: "Users", scope: "users:write", write, data: User, present: userV2 } as const;

export const invitationEndpoints = [
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users/invite",
    status: 201,
    operationId: "inviteUser",
    summary: "Invite a user",
    description:
      "Creates a user and emails them a link to choose a password, valid for 7 days. Administrators, and location admins for locations they manage.",
    body: UserInvite,
    errors: ["FORBIDDEN", "CONFLICT"],
    referenceFaults: async (ctx, { language: _language, ...user }) =>
      (await checkReferences(ctx, user)).faults,
    call: (ctx, { body }) => inviteUser(ctx, body),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/users/{id}/invite",
    operationId: "sendInvitation",
    summary: "Send an invitation",
    description:
      "Emails an active user who has never signed in a link to choose a password: the first time or again. Earlier links stop working.",
    params: { id: "user" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: async (ctx, { params }) => {
      await sendInvitation(ctx, params.id);
      return getUser(ctx, params.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/v2/users/bulk-invite",
    operationId: "sendInvitations",
    tag: "Users",
    summary: "Send invitations",
    description:
      "Emails up to 100 users who have never signed in a link to choose a password. Users who have signed in, or were invited less than a minute ago, are skipped.",
    scope: "users:write",
    write,
    body: UsersInvitation,
    data: UsersInvitationResult,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => inviteUsers(ctx, body),
    present: usersInvitedV2,
  }),
];
