import { procedure, router } from "@/server/transport/trpc";
import { findAbsences } from "./find-absences";
import { type AwayGroup, findAway } from "./find-away";
import { absenceView } from "./present";
import { AwayDays, AwaySpan } from "./schema";

const groupView = ({ count, people }: AwayGroup) => ({ count, people: people.map(absenceView) });

export const absencesRouter = router({
  /** The first absences within sight; `more` is true when there are others. */
  list: procedure.input(AwaySpan).query(async ({ ctx, input }) => {
    const { items, next } = await findAbsences(ctx, { ...input, after: null });
    return { items: items.map(absenceView), more: next !== null };
  }),
  /** The first people away today and on the next days, and how many there are. */
  overview: procedure.input(AwayDays).query(async ({ ctx, input }) => {
    const { today, elsewhere, soon, days } = await findAway(ctx, input);
    return {
      ...{ today: groupView(today), elsewhere: groupView(elsewhere), soon: groupView(soon) },
      days: days.map(groupView),
    };
  }),
});
