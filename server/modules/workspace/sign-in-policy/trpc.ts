import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { findFactorEffect, findFactorPolicy } from "./find-factor-policy";
import { findPolicyDetails } from "./find-policy";
import { listPeopleWithoutFactor } from "./list-people-without-factor";
import { policyView, withoutFactorView } from "./present";
import { EmergencyAccessChange, FactorPolicyChange, PolicyChange, WithoutFactorPage } from "./schema";
import { setEmergencyAccess } from "./set-emergency-access";
import { setFactorPolicy } from "./set-factor-policy";
import { setPolicy } from "./set-policy";

/** Who may sign in how, for administrators. */
export const signInPolicyRouter = router({
  get: procedure.query(async ({ ctx }) => policyView(await findPolicyDetails(ctx))),
  set: procedure.input(PolicyChange).mutation(({ ctx, input }) => setPolicy(ctx, input.connectionsOnly)),
  setEmergencyAccess: procedure
    .input(EmergencyAccessChange)
    .mutation(({ ctx, input }) => setEmergencyAccess(ctx, input.userId, input.has)),
  getFactors: procedure.query(({ ctx }) => findFactorPolicy(ctx)),
  /** What a choice would mean. */
  previewFactors: procedure.input(FactorPolicyChange).query(({ ctx, input }) => findFactorEffect(ctx, input)),
  setFactors: procedure.input(FactorPolicyChange).mutation(({ ctx, input }) => setFactorPolicy(ctx, input)),
  listWithoutFactor: procedure.input(WithoutFactorPage).query(({ ctx, input }) =>
    listPage(ctx, "people without factor", input, {
      list: (asked, _filter, start) => listPeopleWithoutFactor(asked, start),
      present: withoutFactorView,
    }),
  ),
});
