import { procedure, router } from "@/server/transport/trpc";
import { type AwayGroup, findAway } from "./find-away";
import { absenceView } from "./present";
import { AwayDays } from "./schema";

const groupView = ({ count, people }: AwayGroup) => ({ count, people: people.map(absenceView) });

export const absencesRouter = router({
  /** The first people away today and on the next days, and how many there are. */
  overview: procedure.input(AwayDays).query(async ({ ctx, input }) => {
    const { today, elsewhere, soon, days } = await findAway(ctx, input);
    return {
      ...{ today: groupView(today), elsewhere: groupView(elsewhere), soon: groupView(soon) },
      days: days.map(groupView),
    };
  }),
});
