import { z } from "zod";
import { idOf } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { allowApp } from "./apps/allow-app";
import { disallowApp } from "./apps/disallow-app";
import { workspaceAppView } from "./apps/present-app";
import { listEndingApps, searchWorkspaceApps } from "./apps/search-workspace-apps";
import { setAppsPolicy } from "./apps/set-apps-policy";
import { clientUuid } from "./clients/client-id";
import { type CreatedClient, createClient } from "./clients/create-client";
import { deleteClient } from "./clients/delete-client";
import { getClientUse } from "./clients/get-client-use";
import { administrator, provenAdministrator } from "./clients/keeper";
import { getClient, listClientPage } from "./clients/list-clients";
import { clientView } from "./clients/present-client";
import { dropPreviousSecret, rotateClientSecret } from "./clients/rotate-client-secret";
import { updateClient } from "./clients/update-client";
import { loadAppRules } from "./consent/app-rules";
import { listApps, listAppsOf } from "./grants/list-apps";
import { revokeApp, revokeAppOf } from "./grants/revoke";
import {
  AppsPolicySet,
  OauthClientCreate,
  OauthClientPage,
  OauthClientRef,
  OauthClientUpdate,
  OauthSecretRotate,
  WorkspaceAppSearch,
} from "./schema";

/** The signed-in user's own apps. */
export const connectedAppsRouter = router({
  list: procedure.query(({ ctx }) => listApps(ctx)),
  /** The decisions of the workspace's administrators on apps. */
  rules: procedure.query(({ ctx }) => loadAppRules(ctx.db, ctx.actor.workspaceId)),
  revoke: procedure
    .input(OauthClientRef)
    .mutation(({ ctx, input }) => revokeApp(ctx, clientUuid(input.clientId))),
});

const userRef = z.strictObject({ userId: idOf("user") });

/** Apps that the workspace's users have connected, for its administrators. */
export const appsOfPeopleRouter = router({
  list: procedure.input(userRef).query(({ ctx, input }) => listAppsOf(ctx, input.userId)),
  revoke: procedure
    .input(OauthClientRef.extend(userRef.shape))
    .mutation(({ ctx, input: { userId, clientId } }) =>
      revokeAppOf(ctx, { userId, clientId: clientUuid(clientId) }),
    ),
});

/** The apps that the workspace's users may connect, for its administrators. */
export const workspaceAppsRouter = router({
  page: procedure.input(WorkspaceAppSearch).query(({ ctx, input }) =>
    listPage(ctx, "workspace apps", input, {
      list: searchWorkspaceApps,
      present: (row) => workspaceAppView(row, ctx.actor.workspaceId),
    }),
  ),
  /** What `setPolicy` would end. */
  ending: procedure.query(async ({ ctx }) => {
    const { items, moreCount } = await listEndingApps(ctx);
    return { items: items.map((row) => workspaceAppView(row, ctx.actor.workspaceId)), moreCount };
  }),
  setPolicy: procedure.input(AppsPolicySet).mutation(({ ctx, input }) => setAppsPolicy(ctx, input.policy)),
  allow: procedure.input(OauthClientRef).mutation(({ ctx, input }) => allowApp(ctx, input.clientId)),
  disallow: procedure.input(OauthClientRef).mutation(({ ctx, input }) => disallowApp(ctx, input.clientId)),
});

/** `secret` is the whole secret: this answer is the only place where it ever appears. */
const withSecret = ({ client, secret }: CreatedClient) => ({ client: clientView(client), secret });

/** The workspace's confidential clients, for its administrators. */
export const oauthClientsRouter = router({
  page: procedure.input(OauthClientPage).query(({ ctx, input }) =>
    listPage(ctx, "OAuth clients", input, {
      list: (_, _filter, start) => listClientPage(administrator(ctx), start),
      present: clientView,
    }),
  ),
  get: procedure
    .input(OauthClientRef)
    .query(({ ctx, input }) => getClient(administrator(ctx), input.clientId)),
  use: procedure
    .input(OauthClientRef)
    .query(({ ctx, input }) => getClientUse(administrator(ctx), input.clientId)),
  create: procedure
    .input(OauthClientCreate)
    .mutation(async ({ ctx, input }) =>
      withSecret(await createClient(await provenAdministrator(ctx), input)),
    ),
  update: procedure
    .input(OauthClientUpdate.extend(OauthClientRef.shape))
    .mutation(async ({ ctx, input: { clientId, ...input } }) =>
      updateClient(await provenAdministrator(ctx), clientId, input),
    ),
  rotateSecret: procedure
    .input(OauthSecretRotate)
    .mutation(async ({ ctx, input: { clientId, keepPrevious } }) =>
      withSecret(await rotateClientSecret(await provenAdministrator(ctx), clientId, { keepPrevious })),
    ),
  dropPreviousSecret: procedure
    .input(OauthClientRef)
    .mutation(async ({ ctx, input }) => dropPreviousSecret(await provenAdministrator(ctx), input.clientId)),
  delete: procedure
    .input(OauthClientRef)
    .mutation(async ({ ctx, input }) => deleteClient(await provenAdministrator(ctx), input.clientId)),
});
