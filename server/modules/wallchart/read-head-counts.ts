import { sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/db";
import type { HeadCount } from "./policy";
import { filterParams, isAskedFor, type PeopleFilter, readShape, shapeOf } from "./store";

const query = preparedBy((db, shape) =>
  scoped(givenSight(readShape(shape).sightKind), users)
    .select(db, {
      departmentId: users.departmentId,
      locationId: users.locationId,
      people: sql<number>`count(*)::int`,
    })
    .where(isAskedFor(shape))
    .groupBy(users.departmentId, users.locationId)
    .prepare(`wallchart_heads_${shape}`),
);

/** How many active people within sight each department has in each location. */
export const readHeadCounts = (ctx: Ctx, sight: Sight, filter: PeopleFilter): Promise<HeadCount[]> =>
  query(ctx.db, shapeOf(ctx, sight, filter)).execute(filterParams(ctx, sight, filter));
