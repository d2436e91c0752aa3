import { encodeId, type IdKind } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { findAwayDays } from "./find-away-days";
import { findExemptPeople } from "./find-exempt-people";
import { findRuledDays } from "./find-ruled-days";
import { findWallchart } from "./find-wallchart";
import { findWallchartChoices } from "./find-wallchart-choices";
import { findWallchartCounts } from "./find-wallchart-counts";
import { awayDaysView, wallchartView } from "./present";
import { WallchartAway, WallchartDays, WallchartPage } from "./schema";

const byId = (ids: readonly string[] | undefined) => ids?.map((id) => ({ id, name: id }));

const withIds = <C extends { id: string }>(kind: IdKind, choices: readonly C[]) =>
  choices.map((choice) => ({ ...choice, id: encodeId(kind, choice.id) }));

export const wallchartRouter = router({
  page: procedure
    .input(WallchartPage)
    .query(async ({ ctx, input: { after = null, labels, ...input } }) =>
      wallchartView(await findWallchart(ctx, { ...input, labels: byId(labels), after, pinsOwn: true })),
    ),
  counts: procedure
    .input(WallchartDays)
    .query(({ ctx, input: { labels, teamFirst: _, ...input } }) =>
      findWallchartCounts(ctx, { ...input, labels: byId(labels) }, { isApart: true }),
    ),
  /** The days on which leave rules let no one of those shown be away. */
  ruled: procedure
    .input(WallchartDays)
    .query(({ ctx, input: { labels, ...input } }) => findRuledDays(ctx, { ...input, labels: byId(labels) })),
  /** Whom these rules exempt, for those who write rules. */
  exempt: procedure.query(async ({ ctx }) =>
    (await findExemptPeople(ctx)).map(({ name, userIds }) => ({
      name,
      userIds: userIds.map((id) => encodeId("user", id)),
    })),
  ),
  away: procedure
    .input(WallchartAway)
    .query(async ({ ctx, input: { labels, ...input } }) =>
      awayDaysView(await findAwayDays(ctx, { ...input, labels: byId(labels) })),
    ),
  choices: procedure.query(async ({ ctx }) => {
    const { departments, locations, labels, leaveTypes, ...calendar } = await findWallchartChoices(ctx);
    return {
      ...calendar,
      departments: withIds("department", departments),
      locations: withIds("location", locations),
      labels: withIds("label", labels),
      leaveTypes: withIds("leaveType", leaveTypes),
    };
  }),
});
