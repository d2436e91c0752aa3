import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";

import { procedure, router } from "@/server/transport/trpc";
import { exactBody } from "@/server/transport/trpc-error";
import { countToDecide, maxCounted } from "./count-to-decide";
import { decideLeave } from "./decide-leave";
import { findCreditsToDecide } from "./find-credits-to-decide";
import { findDecided } from "./find-decided";
import { findToDecide } from "./find-to-decide";
import { decidedView, decisionContextView, requestView } from "./present";
import { readDecisionContext } from "./read-decision-context";
import { DecidedPage, Decisions, RequestRefs, ToDecidePage } from "./schema";

export const approvalsRouter = router({
  /** The number of waiting decisions, credits included; `isMore` when there are more than that. */
  count: procedure.query(async ({ ctx }) => {
    // One after the other: every page asks, so it holds one connection, not two, while the database is slow.
    const leaves = await countToDecide(ctx);
    const { length: creditCount } = await findCreditsToDecide(ctx);
    const count = leaves + creditCount;
    return { count: Math.min(count, maxCounted - 1), isMore: count >= maxCounted, creditCount };
  }),
  /** Waiting decisions, nearest deadline first; `next` fetches more. */
  toDecide: procedure.input(ToDecidePage).query(async ({ ctx, input }) => {
    const { items, next } = await findToDecide(ctx, input);
    return { items: items.map(requestView), next };
  }),
  /** What the user decided, the latest first; `next` fetches more. */
  decided: procedure.input(DecidedPage).query(async ({ ctx, input }) => {
    const { items, next } = await findDecided(ctx, input);
    return { items: items.map(decidedView), next };
  }),
  context: procedure
    .input(RequestRefs)
    .query(async ({ ctx, input }) => (await readDecisionContext(ctx, input.ids)).map(decisionContextView)),
  /** Independent decisions: the failure of one does not undo the others. */
  decide: procedure.input(Decisions).mutation(async ({ ctx, input }) => {
    const outcomes = [];
    for (const decision of input.decisions) {
      const id = encodeId("leave", decision.id);
      try {
        outcomes.push({ id, status: await decideLeave(ctx, decision), error: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        outcomes.push({ id, status: null, error: exactBody(error, ctx.requestId) });
      }
    }
    return outcomes;
  }),
});
