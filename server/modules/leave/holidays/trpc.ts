import { procedure, router } from "@/server/transport/trpc";
import { findProposals } from "./find-proposals";
import { ProposalQuery } from "./schema";

export const publicHolidaysRouter = router({
  propose: procedure.input(ProposalQuery).query(({ ctx, input }) => findProposals(ctx, input)),
});
