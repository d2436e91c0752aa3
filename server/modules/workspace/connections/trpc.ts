import { encodeId } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { activateConnection, pauseConnection } from "./activate";
import { claimDomain } from "./claim-domain";
import { createConnection, createSamlConnection } from "./create";
import { deleteConnection } from "./delete";
import { getConnection, listConnections, listDomains } from "./list";
import { connectionDetailsView, connectionView, domainView } from "./present";
import { releaseDomain } from "./release-domain";
import {
  ConnectionChange,
  ConnectionCreate,
  ConnectionRef,
  DomainClaim,
  DomainRef,
  SamlChange,
  SamlCreate,
} from "./schema";
import { updateConnection, updateSamlConnection } from "./update";
import { verifyDomain } from "./verify-domain";

/** Sign-in of the workspace's own, for administrators. A test is a sign-in in the browser (server/signin/connections). */
export const connectionsRouter = router({
  list: procedure.query(async ({ ctx }) =>
    (await listConnections(ctx)).map((row) => connectionView(row, ctx.now())),
  ),
  get: procedure
    .input(ConnectionRef)
    .query(async ({ ctx, input }) => connectionDetailsView(await getConnection(ctx, input.id), ctx.now())),
  create: procedure
    .input(ConnectionCreate)
    .mutation(async ({ ctx, input }) => ({ id: encodeId("connection", await createConnection(ctx, input)) })),
  update: procedure
    .input(ConnectionChange)
    .mutation(({ ctx, input: { id, ...patch } }) => updateConnection(ctx, id, patch)),
  createSaml: procedure.input(SamlCreate).mutation(async ({ ctx, input }) => ({
    id: encodeId("connection", await createSamlConnection(ctx, input)),
  })),
  updateSaml: procedure
    .input(SamlChange)
    .mutation(({ ctx, input: { id, ...patch } }) => updateSamlConnection(ctx, id, patch)),
  activate: procedure.input(ConnectionRef).mutation(({ ctx, input }) => activateConnection(ctx, input.id)),
  pause: procedure.input(ConnectionRef).mutation(({ ctx, input }) => pauseConnection(ctx, input.id)),
  delete: procedure.input(ConnectionRef).mutation(({ ctx, input }) => deleteConnection(ctx, input.id)),
});

/** Domains of the workspace's addresses, for administrators. */
export const emailDomainsRouter = router({
  list: procedure.query(async ({ ctx }) => (await listDomains(ctx)).map(domainView)),
  claim: procedure.input(DomainClaim).mutation(async ({ ctx, input }) => ({
    id: encodeId("emailDomain", await claimDomain(ctx, input.name)),
  })),
  verify: procedure.input(DomainRef).mutation(({ ctx, input }) => verifyDomain(ctx, input.id)),
  remove: procedure.input(DomainRef).mutation(({ ctx, input }) => releaseDomain(ctx, input.id)),
});
