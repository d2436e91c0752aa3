import { procedure, router } from "@/server/transport/trpc";
import { findAbsences } from "./find-absences";
import { absenceView } from "./present";
import { AwaySpan } from "./schema";

export const absencesRouter = router({
  /** The first absences within sight; `more` is true when there are others. */
  list: procedure.input(AwaySpan).query(async ({ ctx, input }) => {
    const { items, next } = await findAbsences(ctx, { ...input, after: null });
    return { items: items.map(absenceView), more: next !== null };
  }),
});
