import { procedure, router } from "@/server/transport/trpc";
import { claimPeople } from "./claim-people";
import { createProvisioningToken } from "./create-token";
import { endProvisioningToken } from "./end-token";
import { getProvisioning } from "./get-provisioning";
import { provisioningView } from "./present";
import { ProvisioningRef, ProvisioningTokenRef } from "./schema";

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
});
