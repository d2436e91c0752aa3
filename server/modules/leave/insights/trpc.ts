import { procedure, router } from "@/server/transport/trpc";
import { findChoices } from "./find-choices";
import { findCoverage } from "./find-coverage";
import { findDaysAway } from "./find-days-away";
import { findSickRate } from "./find-sick-rate";
import { findYearEnd } from "./find-year-end";
import { choicesView, coverageView, daysAwayView, sickRateView, yearEndView } from "./present";
import { CoverageQuery, InsightsQuery, YearEndQuery } from "./schema";

export const insightsRouter = router({
  choices: procedure.query(async ({ ctx }) => choicesView(await findChoices(ctx))),
  /** Of the coming weeks. */
  coverage: procedure
    .input(CoverageQuery)
    .query(async ({ ctx, input }) => coverageView(await findCoverage(ctx, input))),
  yearEnd: procedure
    .input(YearEndQuery)
    .query(async ({ ctx, input }) => yearEndView(await findYearEnd(ctx, input))),
  daysAway: procedure
    .input(InsightsQuery)
    .query(async ({ ctx, input }) => daysAwayView(await findDaysAway(ctx, input))),
  /** For administrators only. */
  sickRate: procedure
    .input(InsightsQuery)
    .query(async ({ ctx, input }) => sickRateView(await findSickRate(ctx, input))),
});
