import type { Page, Position } from "@/server/kernel/database/page-token";
import { requireExpandable } from "@/server/modules/people/people/policy";
import { endpoint } from "@/server/transport/endpoint";
import { findWallchart, type Place, type WallchartRow as Row, type Wallchart } from "./find-wallchart";
import { findWallchartCounts } from "./find-wallchart-counts";
import { daysOf } from "./policy";
import { wallchartRowV2 } from "./present";
import { WallchartCount, WallchartCountQuery, WallchartQuery, WallchartRow } from "./schema";

const placeOf = ({ key, id }: Position): Place => {
  const [department, name] = JSON.parse(key) as [string, string];
  // Without departments that come first, everyone is in one of the others.
  return { order: "names", isOther: true, department, name, id };
};
const positionOf = ({ department, name, id }: Place): Position => ({
  key: JSON.stringify([department, name]),
  id,
});

/** Attaches the calendars of the page to each row. */
const pageOf = ({ people, calendars, next }: Wallchart): Page<Row & Pick<Wallchart, "calendars">> => ({
  items: people.map((row) => ({ ...row, calendars })),
  next: next && positionOf(next),
});

export const wallchartEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/wallchart",
    operationId: "getWallchart",
    tag: "Leaves",
    summary: "Get the wallchart",
    description:
      "Every active user the key can see, including those who aren't away, with their open and approved leave on any of the given days. Sorted by department name, then name. Reasons aren't included.",
    scope: "leaves:read",
    query: WallchartQuery,
    list: "paged",
    order: "names",
    data: WallchartRow,
    call: async (ctx, { query: { expand = [], ...query }, after }) => {
      requireExpandable(ctx, expand);
      return pageOf(
        await findWallchart(ctx, {
          ...query,
          after: after && placeOf(after),
          pinsOwn: false,
          teamFirst: false,
        }),
      );
    },
    present: ({ calendars, ...row }, { query }) =>
      wallchartRowV2(row, calendars, { days: daysOf(query), withHolidays: !!query.expand }),
  }),
  endpoint({
    method: "GET",
    path: "/v2/wallchart/counts",
    operationId: "listWallchartCounts",
    tag: "Leaves",
    summary: "Count who is away each day",
    description:
      "For each of the given days, how many of the active users the key can see are away. Days off and full-day holidays don't count.",
    scope: "leaves:read",
    query: WallchartCountQuery,
    list: "whole",
    data: WallchartCount,
    call: async (ctx, { query }) => ({
      items: await findWallchartCounts(ctx, query, { isApart: false }),
      next: null,
    }),
    present: ({ elsewhereCount: _, ...count }) => count,
  }),
];
