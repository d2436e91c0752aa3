import { procedure, router } from "@/server/transport/trpc";
import { claimPeople } from "./claim-people";
import { createProvisioningToken } from "./create-token";
import { endProvisioningToken } from "./end-token";
import { findGroups } from "./find-groups";
import { getDirectoryAttributes } from "./get-attributes";
import { getProvisioning } from "./get-provisioning";
import { attributesView, groupView, provisioningView } from "./present";
import { previewAttributeMapping } from "./preview-attribute-mapping";
import { previewMapping } from "./preview-mapping";
import { AttributeMappingChange, GroupMappingChange, ProvisioningRef, ProvisioningTokenRef } from "./schema";
import { setAttributeMapping } from "./set-attribute-mapping";
import { setMapping } from "./set-mapping";

/** Provisioning of people by a connection's directory, for administrators. */
export const provisioningRouter = router({
  get: procedure
    .input(ProvisioningRef)
    .query(async ({ ctx, input }) => provisioningView(await getProvisioning(ctx, input.connectionId))),
  createToken: procedure
    .input(ProvisioningRef)
    .mutation(async ({ ctx, input }) => ({ token: await createProvisioningToken(ctx, input.connectionId) })),
  endToken: procedure
    .input(ProvisioningTokenRef)
    .mutation(({ ctx, input }) => endProvisioningToken(ctx, input.id)),
  claimPeople: procedure
    .input(ProvisioningRef)
    .mutation(async ({ ctx, input }) => ({ count: await claimPeople(ctx, input.connectionId) })),
  groups: procedure
    .input(ProvisioningRef)
    .query(async ({ ctx, input }) => (await findGroups(ctx, input.connectionId)).map(groupView)),
  /** Whom a mapping would change. */
  previewMapping: procedure.input(GroupMappingChange).query(({ ctx, input }) => previewMapping(ctx, input)),
  setMapping: procedure.input(GroupMappingChange).mutation(({ ctx, input }) => setMapping(ctx, input)),
  attributes: procedure
    .input(ProvisioningRef)
    .query(async ({ ctx, input }) => attributesView(await getDirectoryAttributes(ctx, input.connectionId))),
  /** Whom a rule for an attribute would change. A mutation: its values are too long for a URL, and no matter for a log of URLs. */
  previewAttributeMapping: procedure
    .input(AttributeMappingChange)
    .mutation(({ ctx, input }) => previewAttributeMapping(ctx, input)),
  setAttributeMapping: procedure
    .input(AttributeMappingChange)
    .mutation(({ ctx, input }) => setAttributeMapping(ctx, input)),
});
