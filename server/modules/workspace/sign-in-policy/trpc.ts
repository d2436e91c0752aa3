import { procedure, router } from "@/server/transport/trpc";
import { findPolicyDetails } from "./find-policy";
import { policyView } from "./present";
import { EmergencyAccessChange, PolicyChange } from "./schema";
import { setEmergencyAccess } from "./set-emergency-access";
import { setPolicy } from "./set-policy";

/** Who may sign in how, for administrators. */
export const signInPolicyRouter = router({
  get: procedure.query(async ({ ctx }) => policyView(await findPolicyDetails(ctx))),
  set: procedure.input(PolicyChange).mutation(({ ctx, input }) => setPolicy(ctx, input.connectionsOnly)),
  setEmergencyAccess: procedure
    .input(EmergencyAccessChange)
    .mutation(({ ctx, input }) => setEmergencyAccess(ctx, input.userId, input.has)),
});
