import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { createDelegation } from "./create";
import { endDelegation } from "./end";
import { listNameableApprovers } from "./list-approvers";
import { listShownDelegations } from "./list-shown";
import { delegationView } from "./present";
import { DelegationRef, DelegationSearch, DelegationSubmission } from "./schema";

const named = <N extends { id: string; name: string }>(kind: "user" | "department", { id, name }: N) => ({
  id: encodeId(kind, id),
  name,
});

export const delegationsRouter = router({
  page: procedure
    .input(DelegationSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "delegations", input, { list: listShownDelegations, present: delegationView }),
    ),
  /** Approvers whose stand-ins the caller may name, the caller first. */
  approvers: procedure.query(async ({ ctx }) =>
    (await listNameableApprovers(ctx)).map(({ departments, ...approver }) => ({
      ...named("user", approver),
      departments: departments.map((department) => named("department", department)),
    })),
  ),
  create: procedure.input(DelegationSubmission).mutation(async ({ ctx, input: { attempt, delegation } }) => {
    const create = async (tx: Ctx) => (await createDelegation(tx, delegation)).id;
    return { id: encodeId("delegation", await oncePerForm(ctx, { attempt, input: delegation }, create)) };
  }),
  end: procedure.input(DelegationRef).mutation(async ({ ctx, input }) => {
    await endDelegation(ctx, input.id);
  }),
});
